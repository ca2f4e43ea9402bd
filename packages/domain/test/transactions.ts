import { Result } from "effect"
import { endedPeriods } from "../src/budget-periods/rules.ts"
import type { Decision } from "../src/core/decision.ts"
import { money, zero } from "../src/core/money.ts"
import type { Books } from "../src/core/records/books.ts"
import type { BudgetPeriod } from "../src/core/records/budget-periods.ts"
import type { Budget } from "../src/core/records/budgets.ts"
import type { TransactionContext } from "../src/transactions/context.ts"
import { aBudget, aBusiness, aCategory, aMember, aUser, verdict } from "./given.ts"

/**
 * Context of a business with an AUD wallet, in which user 2 is a member of the budget Travel of
 * 100.00.
 */
export const context = (fields: Partial<TransactionContext> = {}): TransactionContext => ({
  business: aBusiness(),
  books: null,
  wallets: wallets("AUD"),
  transactions: [],
  budgets: [aBudget()],
  periods: [],
  users: [aUser(2, { display_name: "Ann Lee" })],
  members: [aMember(2)],
  categories: [aCategory("meals", { name: "Meals" })],
  accounting_codes: [],
  tax_rates: [],
  custom_fields: [],
  custom_field_budgets: [],
  custom_field_options: [],
  ...fields,
})

/** October, the ended first period of the budget in `inNovember`. */
export const october = (fields: Partial<BudgetPeriod> = {}): BudgetPeriod => ({
  ...{ client_id: 7, budget_id: "budget-1", number: 1 },
  ...{ start: "2026-10-01T00:00:00.000Z", end: "2026-10-31T23:59:59.999Z" },
  granted_amount: money(10_000),
  ...{ topped_up_amount: zero, moved_amount: zero, spent_amount: zero },
  ...{ rolled_over: false, rolled_from: 1, restated: false },
  ...fields,
})

/**
 * Context with the budget of 100.00 in its second period. If `rolled` is true, the 100.00 of
 * October rolled over into it.
 */
export const inNovember = (
  rolled: boolean,
  fields: Partial<TransactionContext> = {},
  budget: Partial<Budget> = {},
): TransactionContext =>
  context({
    budgets: [aBudget({ period_number: 2, rolled_from: rolled ? 1 : 2, ...budget })],
    periods: endedPeriods([october({ rolled_over: rolled })]),
    ...fields,
  })

/** Books that are locked through a day. */
export const lockedBooks = (locked_through: string | null): Books => ({
  client_id: 7,
  locked_through,
  created: "2026-01-01T00:00:00.000Z",
  updated: "2026-01-01T00:00:00.000Z",
})

/** Empty wallets in these currencies. */
export const wallets = (...currencies: ReadonlyArray<string>) =>
  currencies.map((currency) => ({ currency, balance: zero }))

/** Context with member limits, in which the member has 40.00. */
export const limited = (fields: Partial<TransactionContext> = {}): TransactionContext =>
  context({
    budgets: [aBudget({ has_member_limits: true })],
    members: [aMember(2, { available_amount: 4_000 as never, reset_amount: 4_000 as never })],
    ...fields,
  })

/** Returns the row of the first transaction that a decision writes. */
export const written = (result: Result.Result<Decision<unknown>, unknown>) => {
  if (Result.isFailure(result)) throw new Error("this rule refused what it must accept")
  const write = result.success.writes.find((_) => _.table === "transactions")
  if (write === undefined || write.table !== "transactions" || write.after === null) {
    throw new Error("no transaction was written")
  }
  return write.after
}

/** Returns the days on which the entries of a decision count, in order. */
export const days = (result: Result.Result<Decision<unknown>, unknown>): ReadonlyArray<string> =>
  Result.isSuccess(result) ? result.success.entries.map(({ date }) => date) : []

/** Returns the verdict without the transaction's own row and events. */
export const moved = (
  result: Result.Result<Decision<unknown>, { readonly _tag: string }>,
): string | ReadonlyArray<string> => {
  const lines = verdict(result)
  return typeof lines === "string"
    ? lines
    : lines.filter((line) => !line.startsWith("transactions ") && !line.startsWith("event "))
}
