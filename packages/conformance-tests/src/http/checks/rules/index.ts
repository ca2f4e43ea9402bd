import type { Check } from "../../check.ts"
import { accountingCodes } from "./accounting-codes.ts"
import { budgetOwners } from "./budget-owners.ts"
import { categories } from "./categories.ts"
import { customFields } from "./custom-fields.ts"
import { invites } from "./invites.ts"
import { topups } from "./topups.ts"

export const rules: ReadonlyArray<Check> = [
  ...invites,
  ...budgetOwners,
  ...topups,
  ...customFields,
  ...accountingCodes,
  ...categories,
]
