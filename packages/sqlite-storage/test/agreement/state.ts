import { Witness } from "@outlay/conformance-tests/storage"
import { Tokens } from "@outlay/domain"
import { type Account, type Entry, keys, type TableName } from "@outlay/domain/fields"
import {
  accountingCodes,
  BudgetPeriodStore,
  BusinessList,
  balances,
  budgetRow,
  budgetsByCreated,
  budgetsOfField,
  CustomFieldValueStore,
  categories,
  customFieldById,
  customFieldContext,
  customFieldsByCreated,
  invitesByCreated,
  type Look,
  MessageStore,
  membershipsOfUser,
  membersOfBudget,
  nothing,
  optionsOfField,
  ownersOfBudget,
  policies,
  Questions,
  roles,
  ShownTransactions,
  StatementStore,
  Store,
  tokensByCreated,
  topupsOfTarget,
  usersByCreated,
  WebhookStore,
  webhooksByCreated,
} from "@outlay/domain/ports"
import { available, memberAvailable, memberSpent, spent } from "@outlay/domain/rules"
import { Effect, Result } from "effect"
import { resources } from "../resources.ts"

const all = { offset: 0, limit: 500 }

const read = <A>(client_id: number, look: Look<A>) =>
  Store.use((store) => store.read(client_id, look))

/** Members, owners and topups of a budget. */
const budgetNames = Effect.fnUntraced(function* (client_id: number, budget_id: string) {
  const key = { client_id, budget_id }
  const members = yield* read(client_id, membersOfBudget(key, {}, all, null))
  const topupsOf = (budget_member_id: number | null) =>
    read(client_id, topupsOfTarget({ ...key, budget_member_id }, all, null))
  return {
    members: members.results,
    owners: (yield* read(client_id, ownersOfBudget(key, {}, all, null))).results,
    topups: (yield* topupsOf(null)).results,
    memberTopups: yield* Effect.forEach(members.results, ({ id }) => topupsOf(id)),
  }
})

/** A budget with its members, owners, topups and periods, as the ports show it. */
const budgetState = Effect.fnUntraced(function* (client_id: number, budget_id: string) {
  const key = { client_id, budget_id }
  return {
    ...(yield* budgetNames(client_id, budget_id)),
    row: yield* read(client_id, budgetRow(key)),
    periods: yield* (yield* BudgetPeriodStore).page(key, all),
    earlier: yield* (yield* BudgetPeriodStore).page(key, { offset: 1, limit: 2 }),
  }
})

/** Custom fields of a business, with their options. */
const fieldNames = Effect.fnUntraced(function* (client_id: number) {
  const { results } = yield* read(client_id, customFieldsByCreated(all))
  return yield* Effect.forEach(results, (field) => {
    const key = { client_id, custom_field_id: field.id }
    return Effect.map(read(client_id, optionsOfField(key, all)), (options) => ({
      ...{ id: field.id, field, options: options.results },
    }))
  })
})

/** The same, with the budgets that show them. */
const fieldsOf = Effect.fnUntraced(function* (client_id: number) {
  const store = yield* Store
  const { exist } = yield* CustomFieldValueStore
  return yield* Effect.forEach(yield* fieldNames(client_id), (named) => {
    const key = { client_id, custom_field_id: named.id }
    return Effect.all({
      named: Effect.succeed(named),
      get: read(client_id, customFieldById(key)),
      has_values: exist(key),
      // Context that a rule receives.
      context: store.change(client_id, customFieldContext(key), (_) => Result.succeed(nothing(_))),
      linked: read(client_id, budgetsOfField(key, false, { offset: 1, limit: 1 })),
      all: read(client_id, budgetsOfField(key, true, { offset: 1, limit: 2 })),
    })
  })
})

/** Movements of the transactions on a page. */
const movementsOf = (client_id: number, rows: ReadonlyArray<{ readonly id: string }>) =>
  Effect.forEach(rows, ({ id: transaction_id }) =>
    ShownTransactions.use((_) => _.movements({ client_id, transaction_id }, all)),
  )

/** Rows of a resource in `resources`, by key. A record that a business has only once has no id. */
const rowsOf = Effect.fnUntraced(function* (client_id: number, table: TableName) {
  const order = keys[table].map((field) => [field as "id", "ascending"] as const)
  const question = Questions.all(table as "tax_rates", {}, order)
  const rows = yield* read(client_id, Questions.answerTo(question))
  return { table, rows, ids: rows.flatMap(({ id }) => id ?? []) }
})

/** Everything of a business that commands can refer to. */
const businessNames = Effect.fnUntraced(function* (client_id: number) {
  const budgets = yield* read(client_id, budgetsByCreated({}, all, null))
  return {
    client_id,
    tokens: (yield* read(client_id, tokensByCreated(all))).results,
    users: (yield* read(client_id, usersByCreated({}, all))).results,
    categories: (yield* read(client_id, categories({}, all))).results,
    codes: (yield* read(client_id, accountingCodes(all))).results,
    fields: yield* fieldNames(client_id),
    invites: (yield* read(client_id, invitesByCreated(all))).results,
    policies: (yield* read(client_id, policies(all))).results,
    resources: yield* Effect.forEach(resources, ({ table }) => rowsOf(client_id, table)),
    budgets: budgets.results,
    ofBudgets: yield* Effect.forEach(budgets.results, ({ id }) => budgetNames(client_id, id)),
    transactions: yield* (yield* ShownTransactions).page(client_id, {}, all),
    webhooks: (yield* read(client_id, webhooksByCreated(all))).results,
  }
})

const businessState = Effect.fnUntraced(function* (client_id: number) {
  const witness = yield* Witness
  const names = yield* businessNames(client_id)
  const statements = yield* StatementStore
  const wallets = yield* read(client_id, balances)
  const entries = yield* witness.entries(client_id)
  const events = yield* witness.events(client_id)
  const places = new Map(events.map(({ id }, place) => [id, place]))
  const webhooks = yield* WebhookStore
  const lines = yield* Effect.forEach(names.webhooks, ({ id: webhook_id }) =>
    webhooks.deliveries({ client_id, webhook_id }, all),
  )
  return {
    ...names,
    roles: (yield* read(client_id, roles(all))).results,
    shown: yield* fieldsOf(client_id),
    memberships: yield* Effect.forEach(names.users, ({ id }) =>
      read(client_id, membershipsOfUser({ user_id: id }, {}, all, null)),
    ),
    ofBudgets: yield* Effect.forEach(names.budgets, ({ id }) => budgetState(client_id, id)),
    movements: yield* movementsOf(client_id, names.transactions.results),
    declined: yield* (yield* ShownTransactions).page(client_id, { status: ["DECLINED"] }, all),
    balances: wallets,
    statements: yield* Effect.forEach(wallets, ({ currency }) =>
      statements.movements(
        { client_id, currency },
        { start_date: "2026-02-01", end_date: "9999-12-31" },
      ),
    ),
    // Each storage numbers entries and events in its own way: only their order counts.
    entries: entries.map(({ id: _, ...entry }) => entry),
    events: events.map(({ id: _, hash: __, ...event }) => event),
    lines: lines.map(({ count, results }) => ({
      count,
      // Ids are random, so deliveries of one instant are listed in a different order each time.
      results: results
        .toSorted((a, b) => a.sequence - b.sequence)
        .map(({ id: _, sequence: __, event_id, ...delivery }) => ({
          ...delivery,
          event: places.get(event_id),
        })),
    })),
  }
})

/** Everything that the next command can refer to. */
export const names = Effect.gen(function* () {
  const businesses = yield* (yield* BusinessList).page(all)
  return {
    businesses,
    each: yield* Effect.forEach(businesses.results, ({ client_id }) => businessNames(client_id)),
  }
})

export type Names = Effect.Success<typeof names>

/** Complete state, read without changing anything: no period is caught up. */
export const state = Effect.gen(function* () {
  yield* (yield* Tokens).flush
  const businesses = yield* (yield* BusinessList).page(all)
  return {
    businesses,
    messages: yield* Effect.forEach(["sign-in", "others"] as const, (lane) =>
      MessageStore.use((_) => _.due(lane, "9999-12-31T23:59:59.999Z", 1_000)),
    ),
    each: yield* Effect.forEach(businesses.results, ({ client_id }) => businessState(client_id)),
  }
})

export type State = Effect.Success<typeof state>
type BusinessState = State["each"][number]

/** Returns the balance of every account, in total or of one period: debits less credits. */
const balancesOf = (entries: ReadonlyArray<Omit<Entry, "id">>) => {
  const sums = new Map<string, number>()
  const add = (account: string, amount: number) =>
    sums.set(account, (sums.get(account) ?? 0) + amount)
  for (const { debit_account, credit_account, currency, amount, period } of entries) {
    for (const of of ["", ` ${period}`]) {
      add(`${debit_account} ${currency}${of}`, amount)
      add(`${credit_account} ${currency}${of}`, -amount)
    }
  }
  return (account: Account, currency: string, period?: number) =>
    sums.get(`${account} ${currency}${period === undefined ? "" : ` ${period}`}`) ?? 0
}

interface Total {
  readonly account: Account
  readonly amount: number
  /** Set if the amount is of one period only. */
  readonly period?: number
}

/** Returns every running total, as it is stored and as recomputed from the ledger. */
export const totals = (of: BusinessState, currency: string) => {
  const balance = balancesOf(of.entries)
  const rows = of.ofBudgets.flatMap(({ row, members }): ReadonlyArray<Total> => {
    if (row === null) return []
    const period = row.period_number
    return [
      { account: available(row.id), amount: row.available_amount },
      { account: spent(row.id), amount: row.spent_amount, period },
      ...members.flatMap(({ id, available_amount, spent_amount }) => [
        { account: memberSpent(id), amount: spent_amount, period },
        // If there are no limits, a member is shown with the funds of the budget.
        { account: memberAvailable(id), amount: row.has_member_limits ? available_amount : 0 },
      ]),
    ]
  })
  const wallets = of.balances.map((_) => ({ wallet: _.currency, amount: _.balance }))
  const days = of.statements.map((moved) => ({
    daysOf: moved?.wallet.currency,
    amount: (moved?.days ?? []).reduce((sum, _) => sum + _.amount, moved?.before.amount ?? 0),
  }))
  return {
    stored: { rows, wallets, days },
    recomputed: {
      rows: rows.map((row) => ({ ...row, amount: balance(row.account, currency, row.period) })),
      wallets: wallets.map((_) => ({ ..._, amount: balance("wallet", _.wallet) })),
      days: wallets.map((_) => ({ daysOf: _.wallet, amount: balance("wallet", _.wallet) })),
    },
  }
}
