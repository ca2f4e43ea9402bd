import { rolesOfBusiness } from "../core/looks.ts"
import { andThen, type Look, look, one, seen } from "../core/questions.ts"
import type { BusinessRecord } from "../core/records/businesses.ts"
import { type BusinessContext, showBusiness } from "./rules.ts"

/** What is looked at before a business is created or changed. */
export const businessContext: Look<BusinessContext> = look(
  { business: one("businesses"), roles: rolesOfBusiness },
  seen,
)

/** The business as it is shown, its roles by `created`, ties by id; null: there is none. */
export const shownBusiness: Look<BusinessRecord | null> = andThen(
  businessContext,
  ({ business, roles }) => seen(business === null ? null : showBusiness(business, roles)),
)
