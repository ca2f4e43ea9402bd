import type { Check } from "../../check.ts"
import { authentication, authorization } from "./access.ts"
import { balances } from "./balances.ts"
import { budgetMembers } from "./budget-members.ts"
import { budgetPeriods } from "./budget-periods.ts"
import { budgets } from "./budgets.ts"
import { errors, formats, gapFormats } from "./identifiers.ts"
import { lineItems } from "./line-items.ts"
import { lists } from "./lists.ts"
import { people, roles } from "./people.ts"
import { spendings } from "./spending.ts"
import { statements } from "./statements.ts"
import { topups } from "./topups.ts"
import { transactionFilters } from "./transaction-filters.ts"
import { transactions } from "./transactions.ts"

export const read: ReadonlyArray<Check> = [
  ...authentication,
  ...authorization,
  ...formats,
  ...gapFormats,
  ...errors,
  ...lists,
  ...people,
  ...roles,
  ...transactions,
  ...transactionFilters,
  ...lineItems,
  ...budgets,
  ...spendings,
  ...budgetPeriods,
  ...budgetMembers,
  ...topups,
  ...statements,
  ...balances,
]
