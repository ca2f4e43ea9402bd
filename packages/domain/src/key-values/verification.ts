import { Effect, Layer, Stream } from "effect"
import type { Entry } from "../core/entries.ts"
import type { WholeTables } from "../verification/books.ts"
import { VerificationStore } from "../verification/store.ts"
import { Books } from "./books.ts"
import { compare } from "./list.ts"

type Rows = {
  readonly [T in keyof WholeTables]: {
    readonly ofBusiness: (client_id: number) => ReadonlyArray<WholeTables[T]>
  }
}

const rowsOf = <T extends keyof WholeTables>(tables: Rows, table: T, client_id: number) =>
  tables[table].ofBusiness(client_id)

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => compare(a.id, b.id)

/** The entries of one kind of record; of each record in the order in which they were made. */
const entriesOf = <E extends Entry>(entries: ReadonlyArray<E>, resource: string) =>
  entries
    .filter((entry) => entry.resource === resource)
    .toSorted((a, b) => compare(a.resource_id, b.resource_id) || compare(a.id, b.id))

/** Entries with what the wallet of their currency held after each. */
const withBalances = (entries: ReadonlyArray<Entry>) => {
  const balances = new Map<string, number>()
  return entries.map((entry) => {
    const { currency, amount, debit_account, credit_account } = entry
    const arrived = debit_account === "wallet" ? amount : 0
    const left = credit_account === "wallet" ? amount : 0
    const balance = (balances.get(currency) ?? 0) + arrived - left
    balances.set(currency, balance)
    return { ...entry, balance }
  })
}

/** When entries were made, each time with the first of them and their number. */
const timesOf = (entries: ReadonlyArray<Entry>) =>
  [...Map.groupBy(entries, ({ created }) => created)]
    .map(([created, all]) => ({ created, id: all[0]?.id ?? 0, count: all.length }))
    .sort((a, b) => compare(a.created, b.created))

/** Everything that there is of a business. */
export const verificationStore = Layer.effect(
  VerificationStore,
  Effect.map(Books, ({ tables, entries, events, sha256 }) => {
    const rows =
      <A>(read: (client_id: number) => Iterable<A>) =>
      (client_id: number) =>
        Stream.suspend(() => Stream.fromIterable(read(client_id)))
    return {
      sha256,
      all: (client_id, table) =>
        Effect.sync(() =>
          // Nothing is counted ahead: lists and statements are made from the rows and the entries.
          table in tables ? rowsOf(tables as unknown as Rows, table, client_id) : null,
        ),
      entries: rows((client_id) => entries.ofBusiness(client_id)),
      entriesOfTransactions: rows((client_id) =>
        entriesOf(withBalances(entries.ofBusiness(client_id)), "transactions"),
      ),
      entriesOfTopups: rows((client_id) => entriesOf(entries.ofBusiness(client_id), "topups")),
      transactions: rows((client_id) => tables.transactions.ofBusiness(client_id).toSorted(byId)),
      movements: rows((client_id) =>
        tables.movements
          .ofBusiness(client_id)
          .toSorted(
            (a, b) => compare(a.transaction_id, b.transaction_id) || compare(a.number, b.number),
          ),
      ),
      topups: rows((client_id) => tables.topups.ofBusiness(client_id).toSorted(byId)),
      events: rows((client_id) => events.ofBusiness(client_id)),
      deliveries: rows((client_id) =>
        tables.webhook_deliveries
          .ofBusiness(client_id)
          .toSorted((a, b) => compare(a.event_sequence, b.event_sequence) || compare(a.id, b.id)),
      ),
      timesOfEntries: rows((client_id) => timesOf(entries.ofBusiness(client_id))),
      timesOfEvents: rows((client_id) =>
        [...new Set(events.ofBusiness(client_id).map(({ created }) => created))]
          .sort()
          .map((created) => ({ created })),
      ),
    }
  }),
)
