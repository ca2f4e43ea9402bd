import { Effect, Stream } from "effect"
import type { Account, Entry } from "../src/core/entries.ts"
import { money, zero } from "../src/core/money.ts"
import type { Movement } from "../src/core/records/movements.ts"
import type { Topup } from "../src/core/records/topups.ts"
import type { Transaction } from "../src/core/records/transactions.ts"
import type { WebhookDelivery } from "../src/core/records/webhooks.ts"
import type { SealedEvent } from "../src/events/seal.ts"
import type { SumKind } from "../src/reports/model.ts"
import { permissionsOf } from "../src/roles/rules.ts"
import type { WholeTables } from "../src/verification/books.ts"
import type { EntryAndBalance } from "../src/verification/kept-transaction.ts"
import { recordOf, replayedResources } from "../src/verification/replay/record-events.ts"
import { VerificationStore } from "../src/verification/store.ts"
import { aBudget, aBusiness, aDelivery, aMember, aRole, aTopup, aTransaction } from "./given.ts"

/** Stored data of a business, which tests falsify. */
export interface Kept {
  readonly tables: { readonly [T in keyof WholeTables]: ReadonlyArray<WholeTables[T]> }
  readonly entries: ReadonlyArray<Entry>
  readonly transactions: ReadonlyArray<Transaction>
  readonly movements: ReadonlyArray<Movement>
  readonly topups: ReadonlyArray<Topup>
  readonly events: ReadonlyArray<SealedEvent>
  readonly deliveries: ReadonlyArray<WebhookDelivery>
  /** Times at which events were committed. */
  readonly times: ReadonlyArray<string>
}

const granted = "2026-11-01T09:00:00.000Z"
const toppedUp = "2026-11-02T09:00:00.000Z"
const heldAt = "2026-11-20T10:00:00.000Z"
const cleared = "2026-11-21T10:00:00.000Z"

const entry = (id: number, fields: Partial<Entry>): Entry => ({
  ...{ client_id: 7, id, currency: "AUD", amount: money(1_200), period: 1 },
  ...{ debit_account: "outside", credit_account: "wallet" },
  ...{ resource: "transactions", resource_id: "transaction-1", created: heldAt },
  date: (fields.created ?? heldAt).slice(0, 10),
  ...fields,
})

const own: Account = "budget:budget-1:available"
const fromBudget: Partial<Entry> = { debit_account: "budget:budget-1:spent", credit_account: own }
const fromMember: Partial<Entry> = {
  ...{ debit_account: "member:2:spent", credit_account: "member:2:available" },
}

const count = (day: string, dated: "auth_date" | "cleared_date") => ({
  ...{ client_id: 7, day, dated, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
  ...{ expense_status: "INCOMPLETE_EXPENSE", has_receipt: 0 as const, count: 1 },
})

const sum = (kind: SumKind, period: string, key: string) => ({
  ...{ client_id: 7, kind, period, key, count: 1, spent: 1_200, refunded: 0 },
})

/**
 * Books of a budget of 100.00 with a topup of 5.00, and a member who paid 12.00 by card. The hold
 * cleared a day later.
 */
export const soundBooks: Kept = {
  tables: {
    businesses: [aBusiness()],
    wallets: [
      { client_id: 7, currency: "AUD", balance: -1_200, created: granted, updated: granted },
    ],
    roles: [aRole({ created: aBusiness().created, permissions: permissionsOf["Team Member"] })],
    budgets: [
      aBudget({
        ...{ available_amount: money(9_300), spent_amount: money(1_200) },
        ...{ topped_up_amount: money(500) },
      }),
    ],
    budget_periods: [],
    budget_members: [
      aMember(2, {
        available_amount: money(-1_200),
        spent_amount: money(1_200),
        reset_amount: zero,
      }),
    ],
    categories: [],
    custom_fields: [],
    custom_field_options: [],
    custom_field_budgets: [],
    reassessments: [],
    daily_movements: [{ client_id: 7, currency: "AUD", date: "2026-11-20", amount: -1_200 }],
    transaction_counts: [
      count("", "auth_date"),
      count("2026-11-20", "auth_date"),
      count("2026-11-21", "cleared_date"),
    ],
    custom_field_values: [],
    spend_sums: [
      sum("all", "2026-11-20", ""),
      sum("budget", "2026-11", "budget-1"),
      sum("category", "2026-11", ""),
      sum("user", "2026-11", "2"),
    ],
  },
  entries: [
    entry(1, {
      ...{ debit_account: own, credit_account: "allocations", amount: money(10_000) },
      ...{ resource: "budgets", resource_id: "budget-1", created: granted },
    }),
    entry(2, {
      ...{ debit_account: own, credit_account: "allocations", amount: money(500) },
      ...{ resource: "topups", resource_id: "topup-1", created: toppedUp },
    }),
    entry(3, { debit_account: "holds", period: null }),
    entry(4, fromBudget),
    entry(5, fromMember),
    entry(6, { credit_account: "holds", period: null, created: cleared }),
  ],
  transactions: [
    aTransaction({ status: "CLEARED", cleared_date: cleared, created: heldAt, movement_count: 2 }),
  ],
  movements: [
    {
      ...{ client_id: 7, transaction_id: "transaction-1", number: 2, kind: "CLEAR" },
      ...{ date: cleared, amount: zero, fx_amount: zero, balance_after: money(-1_200) },
      created: cleared,
    },
  ],
  events: [
    {
      ...{ client_id: 7, sequence: 1, id: "event-1", type: "budget.created", resource: "budgets" },
      ...{
        created: granted,
        actor: "{}",
        data: '{"id":"budget-1"}',
        previous: null,
        hash: "hash of it",
      },
      hidden: '{"period_number":1,"period_start":"2026-11-01T00:00:00.000Z"}',
    },
  ],
  deliveries: [aDelivery({ event_sequence: 1, event_id: "event-1", event_type: "budget.created" })],
  topups: [aTopup({ status: "APPROVED", created: toppedUp })],
  times: [granted, toppedUp, heldAt, cleared],
}

const withBalances = (entries: ReadonlyArray<Entry>): ReadonlyArray<EntryAndBalance> => {
  let balance = 0
  return entries.map((each) => {
    if (each.debit_account === "wallet") balance += each.amount
    if (each.credit_account === "wallet") balance -= each.amount
    return { ...each, balance }
  })
}

const placeOf = ({ resource }: SealedEvent): number => replayedResources.indexOf(resource)

/** Creates a store that reads these books. */
export const storeOf = ({ tables, entries, transactions, movements, topups, ...records }: Kept) => {
  const all = { ...tables, transactions, topups }
  const recordsOf = (resource: string) => (resource in all ? all[resource as keyof typeof all] : [])
  return VerificationStore.of({
    sha256: () => "hash of it",
    all: (_, table) => Effect.succeed(tables[table]),
    entries: () => Stream.fromIterable(entries),
    entriesOfTransactions: () =>
      Stream.fromIterable(withBalances(entries).filter((_) => _.resource === "transactions")),
    entriesOfTopups: () => Stream.fromIterable(entries.filter((_) => _.resource === "topups")),
    records: (_, resource) => Stream.fromIterable(recordsOf(resource) as ReadonlyArray<never>),
    movements: () => Stream.fromIterable(movements),
    history: () =>
      Stream.fromIterable(
        records.events
          .map((event) => ({ ...event, record: recordOf(event) }))
          .sort((a, b) => placeOf(a) - placeOf(b) || (a.record < b.record ? -1 : 1)),
      ),
    events: () => Stream.fromIterable(records.events),
    deliveries: () => Stream.fromIterable(records.deliveries),
    timesOfEntries: () =>
      Stream.fromIterable(
        [...Map.groupBy(entries, ({ created }) => created)].map(([created, all]) => ({
          ...{ created, id: all[0]?.id ?? 0, count: all.length },
        })),
      ),
    timesOfEvents: () => Stream.fromIterable(records.times.map((created) => ({ created }))),
  })
}
