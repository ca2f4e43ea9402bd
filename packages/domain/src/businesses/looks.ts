import { rolesOfBusiness } from "../core/looks.ts"
import { andThen, type Look, look, one, seen } from "../core/questions.ts"
import type { BusinessRecord } from "../core/records/businesses.ts"
import { type BusinessContext, showBusiness } from "./rules.ts"

/** Loads the context of a decision about a business. */
export const businessContext: Look<BusinessContext> = look(
  { business: one("businesses"), roles: rolesOfBusiness },
  seen,
)

/**
 * Returns the business as the operator sees it, with its roles by `created`, ties by id; null if it
 * does not exist.
 */
export const shownBusiness: Look<BusinessRecord | null> = andThen(
  businessContext,
  ({ business, roles }) => seen(business === null ? null : showBusiness(business, roles)),
)
