import { Cause, Effect, Stream } from "effect"
import { expect, test } from "vitest"
import { type Kept, soundBooks, storeOf } from "../../test/books.ts"
import type { Entry } from "../core/entries.ts"
import { money, zero } from "../core/money.ts"
import type { Movement } from "../core/records/movements.ts"
import type { Transaction } from "../core/records/transactions.ts"
import { StorageUnavailable } from "../core/unit-of-work.ts"
import { EventsAsRecorded } from "../events/encoder.ts"
import { bookChecks, examine } from "./examine.ts"
import { VerificationStore } from "./store.ts"

const examined = (store: VerificationStore["Service"]) =>
  examine(7, { noted: [{ sequence: 1, hash: "hash of it" }] }).pipe(
    Effect.provideService(VerificationStore, store),
    Effect.provide(EventsAsRecorded),
    Effect.runSync,
  )

/** Returns the findings: name of the check, and record or row. */
const found = (books: Kept): ReadonlyArray<string> => {
  const { differences, rows } = examined(storeOf(books))
  return [
    ...differences.map(({ check, of }) => `${check}: ${of}`),
    ...rows.first.map(({ resource, id, what }) => `${resource} ${id}: ${what}`),
  ]
}

type Tables = Kept["tables"]

const inTables = (change: (tables: Tables) => Partial<Tables>): Kept => ({
  ...soundBooks,
  tables: { ...soundBooks.tables, ...change(soundBooks.tables) },
})
const inEntry = (id: number, change: Partial<Entry>): Kept => ({
  ...soundBooks,
  entries: soundBooks.entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)),
})
const inTransaction = (change: Partial<Transaction>): Kept => ({
  ...soundBooks,
  transactions: soundBooks.transactions.map((row) => ({ ...row, ...change })),
})
const inMovement = (change: Partial<Movement>): Kept => ({
  ...soundBooks,
  movements: soundBooks.movements.map((row) => ({ ...row, ...change })),
})
const [topup] = soundBooks.topups

const spendSums = [
  "all 2026-11-20",
  "budget 2026-11 budget-1",
  "category 2026-11",
  "user 2026-11 2",
]

/** Returns the differences that an error causes in every sum of spending. */
const inSpendSums = (...amounts: ReadonlyArray<string>): ReadonlyArray<string> =>
  spendSums.flatMap((sum) => amounts.map((amount) => `spend sum: ${sum} ${amount}`))

const falsified: ReadonlyArray<readonly [string, Kept, ReadonlyArray<string>]> = [
  ["nothing", soundBooks, []],
  [
    "a wrong wallet balance",
    inTables(({ wallets }) => ({ wallets: wallets.map((_) => ({ ..._, balance: 0 })) })),
    ["wallet balance: AUD"],
  ],
  ["a missing wallet", inTables(() => ({ wallets: [] })), ["wallet balance: AUD"]],
  [
    "a wrong daily movement",
    inTables(({ daily_movements }) => ({
      daily_movements: daily_movements.map((_) => ({ ..._, date: "2026-11-19" })),
    })),
    ["daily movement: 2026-11-19", "daily movement: 2026-11-20"],
  ],
  [
    "a wrong available amount of a budget",
    inTables(({ budgets }) => ({
      budgets: budgets.map((_) => ({ ..._, available_amount: money(1) })),
    })),
    ["budget available: budget-1"],
  ],
  [
    "a wrong spent amount of a budget",
    inTables(({ budgets }) => ({
      budgets: budgets.map((_) => ({ ..._, spent_amount: money(1) })),
    })),
    [
      "budget spent: budget-1",
      "budget period: budget-1 1 closing",
      "budget period: budget-1 1 spent",
    ],
  ],
  [
    "a wrong period number of a budget",
    inTables(({ budgets }) => ({ budgets: budgets.map((_) => ({ ..._, period_number: 2 })) })),
    [
      "budget spent: budget-1",
      "member spent: 2",
      "budget period: budget-1 2 opening",
      "budget period: budget-1 2 spent",
      "budget period: budget-1 2 topped_up",
      "budget periods in order: budget-1 2",
      "transactions transaction-1: it belongs to a different period",
      "budget_periods budget-1 2: no event reports its start",
    ],
  ],
  [
    "wrong amounts of a member",
    inTables(({ budget_members }) => ({
      budget_members: budget_members.map((_) => ({
        ...{ ..._, available_amount: money(5), spent_amount: money(5) },
      })),
    })),
    ["member available: 2", "member spent: 2"],
  ],
  [
    "a wrong reset amount of a member",
    inTables(({ budget_members }) => ({
      budget_members: budget_members.map((_) => ({ ..._, reset_amount: money(5) })),
    })),
    ["budget reset: budget-1"],
  ],
  [
    "a missing member",
    inTables(() => ({ budget_members: [] })),
    [
      "ledger_entries 5: the account does not exist",
      "ledger_entries 5: the account does not exist",
      "transactions transaction-1: it belongs to a different membership",
    ],
  ],
  [
    "a missing transaction count",
    inTables(({ transaction_counts }) => ({ transaction_counts: transaction_counts.slice(1) })),
    [
      "transaction count: all days auth_date CARD_TRANSACTION CLEARED INCOMPLETE_EXPENSE without receipt",
    ],
  ],
  [
    "a wrong refunded sum of a report",
    inTables(({ spend_sums }) => ({ spend_sums: spend_sums.map((_) => ({ ..._, refunded: 1 })) })),
    inSpendSums("refunded"),
  ],
  [
    "a count of custom field values that do not exist",
    inTables(() => ({
      custom_field_values: [{ client_id: 7, custom_field_id: "site", count: 1 }],
    })),
    ["custom field values: site"],
  ],
  [
    "an expense that is wrongly COMPLETE",
    {
      ...inTransaction({ expense_status: "COMPLETE" }),
      tables: { ...soundBooks.tables, transaction_counts: [] },
    },
    [
      "transaction count: 2026-11-20 auth_date CARD_TRANSACTION CLEARED COMPLETE without receipt",
      "transaction count: 2026-11-21 cleared_date CARD_TRANSACTION CLEARED COMPLETE without receipt",
      "transaction count: all days auth_date CARD_TRANSACTION CLEARED COMPLETE without receipt",
      "expense complete: transaction-1",
    ],
  ],
  [
    "a refunded amount without a movement",
    inTransaction({ refunded_amount: money(200), refunded_fx_amount: money(200) }),
    [
      ...inSpendSums("refunded"),
      "moved by transaction: transaction-1",
      "charged to budget: transaction-1",
      "charged to member: transaction-1",
      "came back: transaction-1 amount",
      "came back: transaction-1 fx_amount",
    ],
  ],
  [
    "an impossible refunded amount",
    inTransaction({ refunded_amount: money(-1) }),
    [
      ...inSpendSums("refunded"),
      "charged to budget: transaction-1",
      "charged to member: transaction-1",
      "came back: transaction-1 amount",
      "transactions transaction-1: more was returned than was spent",
    ],
  ],
  [
    "a wrong period of a transaction",
    inTransaction({ period_number: 2 }),
    [
      "transactions transaction-1: it belongs to a different period",
      "ledger_entries transactions transaction-1: it counts in the wrong period",
      "ledger_entries transactions transaction-1: it counts in the wrong period",
    ],
  ],
  [
    "a wrong stint of a member",
    inTransaction({ member_stint: 2 }),
    ["transactions transaction-1: it belongs to a different membership"],
  ],
  [
    "a missing transaction",
    { ...soundBooks, transactions: [], movements: [] },
    [
      "transaction count: 2026-11-20 auth_date CARD_TRANSACTION CLEARED INCOMPLETE_EXPENSE without receipt",
      "transaction count: 2026-11-21 cleared_date CARD_TRANSACTION CLEARED INCOMPLETE_EXPENSE without receipt",
      "transaction count: all days auth_date CARD_TRANSACTION CLEARED INCOMPLETE_EXPENSE without receipt",
      ...inSpendSums("count", "spent"),
      "movement amount: transaction-1-none",
      "movement balance: transaction-1-none",
      "movement day: transaction-1-none",
      ...[3, 4, 5, 6].map(
        (id) => `ledger_entries ${id}: the record that moved the money does not exist`,
      ),
    ],
  ],
  ["too few movements", inTransaction({ movement_count: 1 }), ["movement count: transaction-1"]],
  [
    "a gap in the numbers of movements",
    inMovement({ number: 3 }),
    [
      "movement count: transaction-1",
      "movement step: transaction-1-3",
      "movement balance: transaction-1-3",
      "movement day: transaction-1-3",
    ],
  ],
  ["a bad balance", inMovement({ balance_after: money(1) }), ["movement balance: transaction-1-2"]],
  [
    "a wrong date of a movement",
    inMovement({ date: "2026-11-22T10:00:00.000Z" }),
    ["movement step: transaction-1-2", "movement day: transaction-1-2"],
  ],
  ["a wrong kind of step", inMovement({ kind: "REVERSE" }), ["movement step: transaction-1-2"]],
  [
    "a wrong amount of a topup",
    { ...soundBooks, topups: topup === undefined ? [] : [{ ...topup, amount: money(1) }] },
    ["topup of budget: topup-1"],
  ],
  [
    "a missing topup",
    { ...soundBooks, topups: [] },
    ["ledger_entries 2: the record that moved the money does not exist"],
  ],
  [
    "a wrong day of a topup",
    inEntry(2, { date: "2026-11-03" }),
    ["ledger_entries 2: it counts on the wrong day"],
  ],
  [
    "a wrong day of a budget entry",
    inEntry(1, { date: "2026-11-03" }),
    ["ledger_entries 1: it counts on the wrong day"],
  ],
  [
    "a wrong day of a charge",
    inEntry(5, { date: "2026-11-03" }),
    ["ledger_entries 5: it counts on the wrong day"],
  ],
  [
    "a wrong cause of an entry",
    inEntry(1, { resource: "users" }),
    ["ledger_entries 1: the record that moved the money does not exist"],
  ],
  [
    "an entry without an event at its time",
    { ...soundBooks, times: soundBooks.times.slice(1) },
    ["ledger_entries 1: no event was at that time"],
  ],
  [
    "a wrong period of an entry",
    inEntry(2, { period: 2 }),
    [
      "budget period: budget-1 1 closing",
      "budget period: budget-1 1 topped_up",
      "ledger_entries 2: there is no such period",
    ],
  ],
  [
    "a topup of the wrong account, in two periods",
    {
      ...soundBooks,
      topups: soundBooks.topups.map((_) => ({ ..._, budget_member_id: 2 })),
      entries: soundBooks.entries.flatMap((_) => (_.id === 2 ? [_, { ..._, period: 0 }] : [_])),
    },
    [
      "budget available: budget-1",
      "budget period: budget-1 1 closing",
      "budget period: budget-1 1 opening",
      "topup of budget: topup-1",
      "topup of member: topup-1",
      "ledger_entries 2: there is no such period",
      "ledger_entries topups topup-1: it counts in more periods than one",
    ],
  ],
  [
    "a charge to the wrong account",
    inEntry(5, { debit_account: "budget:budget-2:spent" }),
    [
      "member spent: 2",
      "charged to member: transaction-1",
      "ledger_entries 5: the account does not exist",
      "ledger_entries transactions transaction-1: it moved an account that is not its own",
    ],
  ],
  [
    "unreadable values and line items",
    inTransaction({
      custom_fields: ["x"] as never,
      line_items: [{ amount: zero, custom_fields: [{ field_name: "Site" }] } as never],
    }),
    [
      "transactions transaction-1: the value does not exist",
      "transactions transaction-1: the value does not exist",
    ],
  ],
  [
    "lists that are not lists",
    inTransaction({ custom_fields: {} as never, line_items: [null, 1] as never }),
    [
      "transactions transaction-1: the value does not exist",
      "transactions transaction-1: the value does not exist",
    ],
  ],
  [
    "a changed role that is newer than its business",
    inTables(({ roles }) => ({
      roles: roles.map((_) => ({ ..._, created: "2026-02-01T00:00:00.000Z", is_deletable: true })),
    })),
    [
      "roles role-member: it was not created with its business",
      "roles role-member: it differs from the default role",
    ],
  ],
  [
    "a missing event",
    { ...soundBooks, events: [] },
    [
      "budget_periods budget-1 1: no event reports its start",
      "webhook_deliveries delivery-1: there is no such event",
    ],
  ],
  [
    "a hold that was not released",
    { ...soundBooks, entries: soundBooks.entries.slice(0, 5) },
    ["holds: AUD", "movement balance: transaction-1-2", "movement day: transaction-1-2"],
  ],
]

test.each(falsified)("finds %s", (_, books, names) => {
  expect(found(books)).toEqual(names)
})

test("walks along the chain of events and recognises a noted head", () => {
  const head = { sequence: 1, hash: "hash of it" }
  const [event] = soundBooks.events
  expect(examined(storeOf(soundBooks)).walk).toMatchObject({ head, known: [head] })
  expect(examined(storeOf(soundBooks)).walk?.faults.total).toBe(0)
  const altered = event === undefined ? [] : [{ ...event, hash: "another" }]
  const { walk } = examined(storeOf({ ...soundBooks, events: altered }))
  expect(walk).toMatchObject({ known: [], faults: { first: [{ field: "hash" }] } })
  const store = { ...storeOf(soundBooks), events: () => Stream.fail(damaged) }
  expect(examined(store).walk).toBeNull()
})

const damaged = new StorageUnavailable({ reason: "damaged" })

test("every check fails for at least one of these books", () => {
  const names = falsified.flatMap(([, books]) => {
    const { differences, rows } = examined(storeOf(books))
    const ofRows = rows.first.map(({ resource, what }) => `${resource}: ${what}`)
    return [...differences.map(({ check }) => check), ...ofRows]
  })
  expect(bookChecks.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([])
})

test("checks all readable parts if some cannot be read", () => {
  const store = storeOf(inTables(() => ({ wallets: [] })))
  const records: typeof store.records = (client_id, resource) =>
    resource === "transactions" || resource === "topups"
      ? Stream.fail(damaged)
      : store.records(client_id, resource)
  const broken = { ...store, records }
  const { differences, unreadable } = examined(broken)
  expect(differences.map(({ check }) => check)).toEqual(["wallet balance"])
  expect(unreadable.map(({ part, cause }) => [part, Cause.pretty(cause).split("\n")[0]])).toEqual([
    ["transactions", expect.stringContaining("StorageUnavailable")],
    ["topups", expect.stringContaining("StorageUnavailable")],
    ["history of records", expect.stringContaining("StorageUnavailable")],
  ])
})

test("skips checks of tables that the storage does not have", () => {
  const store = storeOf(soundBooks)
  const all: typeof store.all = (client_id, table) =>
    table === "daily_movements" ? Effect.succeed(null) : store.all(client_id, table)
  expect(examined({ ...store, all })).toMatchObject({ differences: [], unreadable: [] })
})
