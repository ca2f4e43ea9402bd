import { BigDecimal, Result } from "effect"
import fc from "fast-check"
import { expect, test } from "vitest"
import { aBudget, aBusiness, aMember, aUser } from "../../../test/given.ts"
import { october, wallets } from "../../../test/transactions.ts"
import { endedPeriods, showCurrent, showEnded } from "../../budget-periods/rules.ts"
import { addDays, dayOf, endOfDay, startOfDay } from "../../core/dates.ts"
import type { Decision } from "../../core/decision.ts"
import type { Account, NewEntry } from "../../core/entries.ts"
import { money, zero } from "../../core/money.ts"
import type { BudgetMember } from "../../core/records/budget-members.ts"
import type { BudgetPeriod } from "../../core/records/budget-periods.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { Transaction } from "../../core/records/transactions.ts"
import { statement } from "../../statements/rules.ts"
import type { TransactionContext } from "../context.ts"
import { decideAuthorisation } from "./authorisation.ts"
import { decideExpense } from "./expense.ts"
import { decideClear, decideRefund, decideReverse } from "./life-cycle.ts"
import { decideRecord } from "./record.ts"

/**
 * Random life cycles of transactions in a business with two wallets and two budgets, one of which
 * has member limits. The entries always add up to the amounts of the rows.
 */
interface World {
  readonly budgets: Map<string, Budget>
  readonly members: Map<number, BudgetMember>
  readonly transactions: Map<string, Transaction>
  periods: ReadonlyArray<BudgetPeriod>
  readonly entries: Array<NewEntry>
}

const firstDay = "2026-10-28"
const lastDay = 27
const funds = money(5_000)
const limits = { has_member_limits: true, available_amount: funds } as const

/** Both budgets are in their second period. The first period of `budget-1` rolled over into it. */
const second = { period_number: 2, period_start: "2026-11-01T00:00:00.000Z", granted_amount: funds }

const newWorld = (): World => ({
  budgets: new Map(
    [
      aBudget({ ...second, rolled_from: 1, granted_amount: zero, available_amount: funds }),
      aBudget({ ...second, rolled_from: 2, id: "budget-2", ...limits }),
    ].map((row) => [row.id, row]),
  ),
  periods: [true, false].map((rolled_over, n) =>
    october({ rolled_over, granted_amount: funds, budget_id: `budget-${n + 1}` }),
  ),
  members: new Map(
    [
      aMember(1, { user_id: 1 }),
      aMember(2, { user_id: 2 }),
      aMember(3, { user_id: 1, budget_id: "budget-2", available_amount: funds }),
      aMember(4, { user_id: 2, budget_id: "budget-2", is_deleted: true }),
    ].map((row) => [row.id, row]),
  ),
  transactions: new Map(),
  entries: [],
})

const periodsOfWorld = ({ periods }: World) => periods.flatMap((period) => endedPeriods([period]))

const contextOf = (world: World): TransactionContext => ({
  business: aBusiness(),
  books: null,
  wallets: wallets("AUD", "USD"),
  transactions: [...world.transactions.values()],
  budgets: [...world.budgets.values()],
  periods: periodsOfWorld(world),
  users: [aUser(1), aUser(2), aUser(3)],
  members: [...world.members.values()],
  categories: [],
  accounting_codes: [],
  tax_rates: [],
  custom_fields: [],
  custom_field_budgets: [],
  custom_field_options: [],
})

/** Commits a decision as a store does. Each row must be as the decision saw it. */
const commit = (world: World, { writes, entries }: Decision<unknown>): void => {
  for (const { table, before, after } of writes) {
    if (table === "budgets") {
      expect(world.budgets.get(after?.id ?? "")).toBe(before)
      world.budgets.set(after?.id ?? "", after as Budget)
    } else if (table === "budget_members") {
      expect(world.members.get(after?.id ?? 0)).toBe(before)
      world.members.set(after?.id ?? 0, after as BudgetMember)
    } else if (table === "budget_periods") {
      expect(world.periods).toContain(before)
      world.periods = world.periods.map((row) => (row === before ? (after as BudgetPeriod) : row))
    } else if (table === "transactions") {
      expect(world.transactions.get(after?.id ?? "") ?? null).toBe(before)
      world.transactions.set(after?.id ?? "", after as Transaction)
    }
  }
  world.entries.push(...entries)
}

const cents = (minor: number) => BigDecimal.make(BigInt(minor), 2)
const amount = fc.integer({ min: 0, max: 3_000 })
const some = fc.integer({ min: 1, max: 3_000 })
const currency = fc.constantFrom("AUD", "USD", "EUR")
const budget_id = fc.constantFrom("budget-1", "budget-2")
const user_id = fc.constantFrom(1, 2, 3)
const ago = fc.integer({ min: 0, max: 30 })
const which = fc.nat(9)
const maybe = <A>(value: fc.Arbitrary<A>) => fc.option(value, { nil: undefined })

const step = fc.oneof(
  fc.record({
    kind: fc.constant("record" as const),
    amount,
    fx: amount,
    credit: fc.boolean(),
    currency,
    budget_id: fc.option(budget_id),
    user_id: fc.option(user_id),
    status: fc.constantFrom("AUTHED" as const, "CLEARED" as const, "DECLINED" as const),
    ago,
    clears: fc.nat(3),
  }),
  fc.record({
    kind: fc.constant("authorise" as const),
    amount: some,
    fx: some,
    currency,
    budget_id,
    user_id,
    ago,
  }),
  fc.record({
    kind: fc.constantFrom("clear" as const, "refund" as const),
    which,
    amount: maybe(some),
    fx: maybe(some),
    ago,
  }),
  fc.record({ kind: fc.constant("reverse" as const), which, ago }),
  fc.record({
    kind: fc.constant("update" as const),
    which,
    budget_id: maybe(fc.option(budget_id)),
    user_id: maybe(fc.option(user_id)),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

type Answer = Result.Result<Decision<unknown>, { readonly _tag: string }>

const decide = (world: World, step: Step, index: number): Answer => {
  const context = contextOf(world)
  const today = addDays(firstDay, Math.min(index, lastDay))
  const now = endOfDay(today)
  const at = (ago: number) => startOfDay(addDays(today, -ago))
  const made = { external_id: `ext-${index}`, id: `t-${index}`, merchant_name: "M", now }
  if (step.kind === "record") {
    const sign = step.credit ? 1 : -1
    const cleared = addDays(today, -Math.max(0, step.ago - step.clears))
    return decideRecord(context, {
      ...made,
      transaction_type: "CARD_TRANSACTION",
      status: step.status,
      auth_date: at(step.ago),
      ...(step.status === "CLEARED" ? { cleared_date: startOfDay(cleared) } : {}),
      currency: step.currency,
      amount: cents(sign * step.amount),
      fx_amount: cents(sign * (step.currency === "AUD" ? step.amount : step.fx)),
      budget_id: step.budget_id,
      user_id: step.user_id,
      line_item_ids: [],
    })
  }
  if (step.kind === "authorise") {
    return decideAuthorisation(context, {
      ...made,
      ...step,
      auth_date: at(step.ago),
      amount: cents(step.amount),
      fx_amount: cents(step.currency === "AUD" ? step.amount : step.fx),
      line_item_id: "item",
    })
  }
  const transaction_id = context.transactions[step.which]?.id ?? "none"
  if (step.kind === "update") {
    const { budget_id, user_id } = step
    return decideExpense(context, { transaction_id, now, budget_id, user_id, line_item_ids: [] })
  }
  const move = { transaction_id, now, date: at(step.ago) }
  if (step.kind === "reverse") return decideReverse(context, move)
  const own = context.transactions[step.which]?.currency === "AUD"
  const parts = {
    ...(step.amount === undefined ? {} : { amount: cents(step.amount) }),
    ...(step.fx === undefined || own ? {} : { fx_amount: cents(step.fx) }),
  }
  return (step.kind === "clear" ? decideClear : decideRefund)(context, { ...move, ...parts })
}

const balance = (entries: ReadonlyArray<NewEntry>, account: Account, currency: string): number =>
  entries
    .filter((entry) => entry.currency === currency)
    .reduce(
      (sum, { debit_account, credit_account, amount }) =>
        sum + (debit_account === account ? amount : 0) - (credit_account === account ? amount : 0),
      0,
    )

const total = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0)

/**
 * Returns the net amount of a transaction, signed, in the currency of the business and in that of
 * its wallet.
 */
const weight = (row: Transaction): { readonly own: number; readonly wallet: number } => {
  if (!["AUTHED", "CLEARED", "REFUNDED"].includes(row.status)) return { own: 0, wallet: 0 }
  const sign = row.amount < 0 || row.fx_amount < 0 ? -1 : 1
  const own = row.amount - sign * row.refunded_amount
  const fx = row.fx_amount - sign * row.refunded_fx_amount
  return { own, wallet: row.wallet_currency === row.currency ? fx : own }
}

const checkBudgets = (world: World): void => {
  const { budgets, members, transactions, entries } = world
  const fresh = newWorld()
  const ofPeriod = (number: number) =>
    [...transactions.values()].filter(({ period_number }) => period_number === number)
  const current = ofPeriod(2)
  const currentEntries = entries.filter(({ period }) => period === 2)
  for (const { period, opening_amount } of periodsOfWorld(world)) {
    const budget = budgets.get(period.budget_id)
    const charged = ofPeriod(1).filter((row) => row.budget_id === period.budget_id)
    expect(period.spent_amount + total(charged.map((row) => weight(row).own))).toBe(0)
    const spent = entries.filter((entry) => entry.period === 1)
    expect(period.spent_amount).toBe(balance(spent, `budget:${period.budget_id}:spent`, "AUD"))
    const closed = showEnded({ period, opening_amount }).closing_amount
    const opened = budget === undefined ? null : showCurrent(budget).opening_amount
    expect(opened).toBe(period.rolled_over ? closed : funds)
  }
  for (const { id, available_amount, spent_amount } of budgets.values()) {
    const charged = current.filter((row) => row.budget_id === id)
    expect(spent_amount + total(charged.map((row) => weight(row).own))).toBe(0)
    expect(available_amount).toBe(
      (fresh.budgets.get(id)?.available_amount ?? 0) +
        balance(entries, `budget:${id}:available`, "AUD"),
    )
    expect(spent_amount).toBe(balance(currentEntries, `budget:${id}:spent`, "AUD"))
  }
  for (const { id, available_amount, spent_amount } of members.values()) {
    const charged = current.filter((row) => row.budget_member_id === id)
    expect(spent_amount + total(charged.map((row) => weight(row).own))).toBe(0)
    expect(available_amount).toBe(
      (fresh.members.get(id)?.available_amount ?? 0) +
        balance(entries, `member:${id}:available`, "AUD"),
    )
    expect(spent_amount).toBe(balance(currentEntries, `member:${id}:spent`, "AUD"))
  }
}

const checkWallets = ({ transactions, entries }: World, today: string): void => {
  for (const currency of ["AUD", "USD"]) {
    const rows = [...transactions.values()].filter((row) => row.wallet_currency === currency)
    const wallet = balance(entries, "wallet", currency)
    expect(wallet).toBe(total(rows.map((row) => weight(row).wallet)))
    const heldRows = rows.filter((row) => row.status === "AUTHED")
    const holds = balance(entries, "holds", currency)
    expect(holds + total(heldRows.map((row) => weight(row).wallet))).toBe(0)
    expect(
      total(["wallet", "holds", "outside"].map((_) => balance(entries, _ as Account, currency))),
    ).toBe(0)
    const days = [...new Set(entries.map(({ date }) => date))].toSorted().map((date) => {
      const of = entries.filter((entry) => entry.date === date)
      return { date, amount: money(balance(of, "wallet", currency)), updated: endOfDay(date) }
    })
    const read = statement(
      {
        wallet: { client_id: 7, currency, balance: wallet, created: today, updated: today },
        first_date: days[0]?.date ?? null,
        before: { amount: money(0), updated: null },
        days,
      },
      { start_date: "2026-09-01", end_date: "2026-12-31", today },
      { offset: 0, limit: 500 },
    )
    expect(read.closing_balance).toBe(wallet)
    expect(read.daily_balances.at(-1)).toMatchObject({ date: today, closing_balance: wallet })
  }
}

test("entries add up to the amounts of rows after any changes of transactions", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const world = newWorld()
      for (const [index, step] of steps.entries()) {
        const result = decide(world, step, index)
        if (Result.isSuccess(result)) commit(world, result.success)
      }
      for (const row of world.transactions.values()) {
        expect(row.refunded_amount).toBeLessThanOrEqual(Math.abs(row.amount))
        expect(row.refunded_fx_amount).toBeLessThanOrEqual(Math.abs(row.fx_amount))
        expect(row.auth_date <= (row.cleared_date ?? row.auth_date)).toBe(true)
      }
      checkBudgets(world)
      checkWallets(world, dayOf(addDays(firstDay, Math.min(steps.length - 1, lastDay))))
    }),
    { numRuns: 300 },
  )
})

test("the random life cycles reach every state", () => {
  const reached = new Set<string>()
  for (const steps of fc.sample(fc.array(step, { minLength: 30, maxLength: 40 }), {
    numRuns: 100,
    seed: 7,
  })) {
    const world = newWorld()
    for (const [index, step] of steps.entries()) {
      const result = decide(world, step, index)
      if (Result.isSuccess(result)) commit(world, result.success)
    }
    for (const { status } of world.transactions.values()) reached.add(status)
  }
  expect(reached.size).toBe(5)
})
