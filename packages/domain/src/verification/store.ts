import { Context, type Effect, type Stream } from "effect"
import type { Entry } from "../core/entries.ts"
import type { EventResource } from "../core/event-types.ts"
import type { Movement } from "../core/records/movements.ts"
import type { WebhookDelivery } from "../core/records/webhooks.ts"
import type { Records } from "../core/records.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { SealedEvent } from "../events/seal.ts"
import type { WholeTables } from "./books.ts"
import type { EntryAndBalance } from "./kept-transaction.ts"
import type { RecordEvent } from "./replay/record-events.ts"

type Rows<A> = Stream.Stream<A, StorageUnavailable>

/**
 * Reads everything that there is of a business, for verification. A row is read as it is kept,
 * whatever is wrong with it. Streams take as much memory for many rows as for few.
 */
export class VerificationStore extends Context.Service<
  VerificationStore,
  {
    /** What the storage seals its events with: SHA-256 of a text in UTF-8, in hex. */
    readonly sha256: (text: string) => string
    /** Every row of a table, in no order; null where this storage does not keep it. */
    readonly all: <T extends keyof WholeTables>(
      client_id: number,
      table: T,
    ) => Effect.Effect<ReadonlyArray<WholeTables[T]> | null, StorageUnavailable>
    /** The entries of the ledger, in the order in which they were made. */
    readonly entries: (client_id: number) => Rows<Entry>
    /**
     * Those of transactions, by `resource_id`, and of each in the order in which they were made.
     */
    readonly entriesOfTransactions: (client_id: number) => Rows<EntryAndBalance>
    /** Those of topups, in the same order. */
    readonly entriesOfTopups: (client_id: number) => Rows<Entry>
    /**
     * The records of a kind, sorted by `recordKey`. They may also have the columns that this
     * storage computes from them, such as `email_key`.
     */
    readonly records: <R extends EventResource>(client_id: number, resource: R) => Rows<Records[R]>
    /** By transaction, and of each by their numbers. */
    readonly movements: (client_id: number) => Rows<Movement>
    /** By `sequence`. */
    readonly events: (client_id: number) => Rows<SealedEvent>
    /**
     * The same events, sorted by the place of their `resource` in `replayedResources`, the record
     * that they are about (see `recordOf`), and `sequence`; other resources come first.
     */
    readonly history: (client_id: number) => Rows<RecordEvent>
    /** By `event_sequence`. */
    readonly deliveries: (client_id: number) => Rows<WebhookDelivery>
    /** When entries were made, with the first and the number of them: the earliest first. */
    readonly timesOfEntries: (
      client_id: number,
    ) => Rows<{ readonly created: string; readonly id: number; readonly count: number }>
    /** When events were committed, each time once: the earliest first. */
    readonly timesOfEvents: (client_id: number) => Rows<{ readonly created: string }>
  }
>()("@outlay/domain/VerificationStore") {}
