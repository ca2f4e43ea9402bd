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
 * Reads all data of a business, for verification. Rows are read as they are stored, even if they
 * are wrong. Streams take as much memory for many rows as for few.
 */
export class VerificationStore extends Context.Service<
  VerificationStore,
  {
    /** Hash function of the storage's event seals: SHA-256 of a text in UTF-8, in hex. */
    readonly sha256: (text: string) => string
    /** Every row of a table, in any order; null if this storage does not have the table. */
    readonly all: <T extends keyof WholeTables>(
      client_id: number,
      table: T,
    ) => Effect.Effect<ReadonlyArray<WholeTables[T]> | null, StorageUnavailable>
    /** Ledger entries, in the order in which they were made. */
    readonly entries: (client_id: number) => Rows<Entry>
    /**
     * Ledger entries of transactions, ordered by `resource_id` and then in the order in which they
     * were made.
     */
    readonly entriesOfTransactions: (client_id: number) => Rows<EntryAndBalance>
    /** Ledger entries of topups, in the same order. */
    readonly entriesOfTopups: (client_id: number) => Rows<Entry>
    /**
     * The records of a kind, sorted by `recordKey`. They may also have the columns that this
     * storage computes from them, such as `email_key`.
     */
    readonly records: <R extends EventResource>(client_id: number, resource: R) => Rows<Records[R]>
    /** Ordered by transaction and number. */
    readonly movements: (client_id: number) => Rows<Movement>
    /** Ordered by `sequence`. */
    readonly events: (client_id: number) => Rows<SealedEvent>
    /**
     * The same events, sorted by the position of their `resource` in `replayedResources`, the
     * record that they are about (see `recordOf`), and `sequence`. Other resources come first.
     */
    readonly history: (client_id: number) => Rows<RecordEvent>
    /** Ordered by `event_sequence`. */
    readonly deliveries: (client_id: number) => Rows<WebhookDelivery>
    /** Times at which entries were made, with the first entry and their number; earliest first. */
    readonly timesOfEntries: (
      client_id: number,
    ) => Rows<{ readonly created: string; readonly id: number; readonly count: number }>
    /** Times at which events were committed, each once; earliest first. */
    readonly timesOfEvents: (client_id: number) => Rows<{ readonly created: string }>
  }
>()("@outlay/domain/VerificationStore") {}
