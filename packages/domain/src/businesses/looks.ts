import { rolesOfBusiness } from "../core/looks.ts"
import { andThen, type Look, look, one, seen } from "../core/questions.ts"
import type { BusinessRecord } from "../core/records/businesses.ts"
import { type BusinessContext, showBusiness } from "./rules.ts"

/** What is looked at before a business is created or changed. */
export const businessContext: Look<BusinessContext> = look(
  { business: one("businesses"), roles: rolesOfBusiness },
  seen,
)

export const shownBusiness: Look<BusinessRecord | null> = andThen(
  businessContext,
  ({ business, roles }) => seen(business === null ? null : showBusiness(business, roles)),
)
