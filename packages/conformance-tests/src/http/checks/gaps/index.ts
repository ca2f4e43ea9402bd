import type { Check } from "../../check.ts"
import { accountingCodes } from "./accounting-codes.ts"
import { budgetOwners } from "./budget-owners.ts"
import { categories } from "./categories.ts"
import { customFieldBudgets } from "./custom-field-budgets.ts"
import { customFieldOptions } from "./custom-field-options.ts"
import { customFields } from "./custom-fields.ts"
import { invites } from "./invites.ts"
import { roles } from "./roles.ts"

export const gaps: ReadonlyArray<Check> = [
  ...invites,
  ...roles,
  ...budgetOwners,
  ...customFields,
  ...customFieldOptions,
  ...customFieldBudgets,
  ...accountingCodes,
  ...categories,
]
