import { Effect, Layer, Stream } from "effect"
import type { Entry } from "../core/entries.ts"
import type { EventResource } from "../core/event-types.ts"
import type { Records } from "../core/records.ts"
import type { SealedEvent } from "../events/seal.ts"
import type { WholeTables } from "../verification/books.ts"
import { recordKey, recordOf, replayedResources } from "../verification/replay/record-events.ts"
import { VerificationStore } from "../verification/store.ts"
import { KeptBooks } from "./books.ts"
import { compare } from "./list.ts"

type Rows = {
  readonly [T in keyof WholeTables]: {
    readonly ofBusiness: (client_id: number) => ReadonlyArray<WholeTables[T]>
  }
}

const rowsOf = <T extends keyof WholeTables>(tables: Rows, table: T, client_id: number) =>
  tables[table].ofBusiness(client_id)

/** Returns the entries of one kind of record, in the order of the records and of their creation. */
const entriesOf = <E extends Entry>(entries: ReadonlyArray<E>, resource: string) =>
  entries
    .filter((entry) => entry.resource === resource)
    .toSorted((a, b) => compare(a.resource_id, b.resource_id) || compare(a.id, b.id))

/** Returns entries with the wallet balance of their currency after each. */
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

/** Returns the distinct times of entries, each with its first entry and their number. */
const timesOf = (entries: ReadonlyArray<Entry>) =>
  [...Map.groupBy(entries, ({ created }) => created)]
    .map(([created, all]) => ({ created, id: all[0]?.id ?? 0, count: all.length }))
    .sort((a, b) => compare(a.created, b.created))

/** Returns the records of a business by their keys. */
const recordsOf = <R extends EventResource>(
  table: { readonly ofBusiness: (client_id: number) => ReadonlyArray<Records[R]> },
  resource: R,
  client_id: number,
): ReadonlyArray<Records[R]> =>
  table
    .ofBusiness(client_id)
    .toSorted((a, b) => compare(recordKey(resource, a), recordKey(resource, b)))

/** Returns events by the records that they are about. */
const historyOf = (events: ReadonlyArray<SealedEvent>) =>
  events
    .map((event) => ({ ...event, record: recordOf(event) }))
    .sort(
      (a, b) =>
        compare(replayedResources.indexOf(a.resource), replayedResources.indexOf(b.resource)) ||
        compare(a.record, b.record) ||
        compare(a.sequence, b.sequence),
    )

/** Reads all data of a business. */
export const verificationStore = Layer.effect(
  VerificationStore,
  Effect.map(KeptBooks, ({ tables, entries, events, sha256 }) => {
    const rows =
      <A>(read: (client_id: number) => Iterable<A>) =>
      (client_id: number) =>
        Stream.suspend(() => Stream.fromIterable(read(client_id)))
    return {
      sha256,
      all: (client_id, table) =>
        Effect.sync(() =>
          // There are no precomputed counts: lists and statements are computed from rows and
          // entries.
          table in tables ? rowsOf(tables as unknown as Rows, table, client_id) : null,
        ),
      entries: rows((client_id) => entries.ofBusiness(client_id)),
      entriesOfTransactions: rows((client_id) =>
        entriesOf(withBalances(entries.ofBusiness(client_id)), "transactions"),
      ),
      entriesOfTopups: rows((client_id) => entriesOf(entries.ofBusiness(client_id), "topups")),
      records: (client_id, resource) =>
        Stream.suspend(() => Stream.fromIterable(recordsOf(tables[resource], resource, client_id))),
      movements: rows((client_id) =>
        tables.movements
          .ofBusiness(client_id)
          .toSorted(
            (a, b) => compare(a.transaction_id, b.transaction_id) || compare(a.number, b.number),
          ),
      ),
      events: rows((client_id) => events.ofBusiness(client_id)),
      history: rows((client_id) => historyOf(events.ofBusiness(client_id))),
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
