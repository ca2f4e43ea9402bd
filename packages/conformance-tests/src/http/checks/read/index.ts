import type { Check } from "../../check.ts"
import { budgetPeriods } from "./budget-periods.ts"
import { budgets } from "./budgets.ts"
import { lineItems } from "./line-items.ts"
import { lists } from "./lists.ts"
import { people, roles } from "./people.ts"
import { balances, statements } from "./statements.ts"
import { transactionFilters } from "./transaction-filters.ts"
import { transactions } from "./transactions.ts"

export const read: ReadonlyArray<Check> = [
  ...lists,
  ...people,
  ...roles,
  ...transactions,
  ...transactionFilters,
  ...lineItems,
  ...budgets,
  ...budgetPeriods,
  ...statements,
  ...balances,
]
