import { type Cause, Effect, Stream } from "effect"
import type { Entry } from "../core/entries.ts"
import type { EventHead } from "../core/events.ts"
import type { Movement } from "../core/records/movements.ts"
import type { Topup } from "../core/records/topups.ts"
import type { Transaction } from "../core/records/transactions.ts"
import type { WebhookDelivery } from "../core/records/webhooks.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { EventEncoder } from "../events/encoder.ts"
import type { SealedEvent } from "../events/seal.ts"
import { Turnover } from "../ledger/turnover.ts"
import { type Books, runningTotals, wholeRecords } from "./books.ts"
import type { Check, Found } from "./check.ts"
import { balanceChecks } from "./checks/balances.ts"
import { chargeChecks } from "./checks/charges.ts"
import { accountChecks, entryChecks, type Moment, momentChecks } from "./checks/entries.ts"
import { eventChecks, type KeptEvent } from "./checks/events.ts"
import { movementChecks } from "./checks/movements.ts"
import { periodChecks } from "./checks/periods.ts"
import { roleChecks } from "./checks/roles.ts"
import { topupChecks } from "./checks/topups.ts"
import { tallyChecks, transactionChecks } from "./checks/transactions.ts"
import { valueCheck } from "./checks/values.ts"
import { type Difference, maxNamedRows, type Outcome, type WrongRow } from "./finding.ts"
import type { KeptTopup } from "./kept-topup.ts"
import type { EntryAndBalance } from "./kept-transaction.ts"
import { KeptTransaction } from "./kept-transaction.ts"
import { merged } from "./merge.ts"
import { type Replay, replay } from "./replay/replay.ts"
import { VerificationStore } from "./store.ts"
import { Tally } from "./tally.ts"
import { type Walk, Walker } from "./walk.ts"

/** A part of the books that could not be read. */
export interface Unreadable {
  readonly part: string
  readonly cause: Cause.Cause<StorageUnavailable>
}

/** Result of an examination of the books of a business. */
export interface Examination {
  readonly differences: ReadonlyArray<Difference>
  readonly rows: Outcome<WrongRow>
  /** Result for the chain of events; null if not all events could be read. */
  readonly walk: Walk | null
  /** Result of the replay of records from their events; null if not all could be read. */
  readonly replay: Replay | null
  readonly unreadable: ReadonlyArray<Unreadable>
}

/** Input of an examination. */
export interface ExaminationOptions {
  /** Heads of the chain of events that were noted earlier. */
  readonly noted?: ReadonlyArray<EventHead>
  /** Receives the name of each part before it is read. */
  readonly show?: (part: string) => void
  /** Receives the number of events that were replayed so far. */
  readonly onReplayed?: (events: number) => void
}

/** Checks that run after all streams have ended. */
const wholeChecks: ReadonlyArray<Check<never>> = [
  ...balanceChecks,
  ...periodChecks,
  ...tallyChecks,
  ...accountChecks,
  ...roleChecks,
]

/** Every check, in the order in which their findings are reported. */
export const bookChecks: ReadonlyArray<Check<never>> = [
  ...wholeChecks,
  ...transactionChecks,
  ...movementChecks,
  ...topupChecks,
  ...chargeChecks,
  valueCheck,
  ...entryChecks,
  ...momentChecks,
  ...eventChecks,
]

/** Streams the transactions of a business, each with its movements and entries. */
const transactionsOf = (store: Store, client_id: number) =>
  merged<[Transaction, Movement, EntryAndBalance]>(
    { rows: store.records(client_id, "transactions"), keyOf: ({ id }) => id },
    { rows: store.movements(client_id), keyOf: ({ transaction_id }) => transaction_id },
    { rows: store.entriesOfTransactions(client_id), keyOf: ({ resource_id }) => resource_id },
  ).pipe(
    Stream.map(
      ({ key, of: [[transaction = null], movements, entries] }) =>
        new KeptTransaction(String(key), transaction, movements, entries),
    ),
  )

/** Streams the topups of a business, each with its entries. */
const topupsOf = (store: Store, client_id: number) =>
  merged<[Topup, Entry]>(
    { rows: store.records(client_id, "topups"), keyOf: ({ id }) => id },
    { rows: store.entriesOfTopups(client_id), keyOf: ({ resource_id }) => resource_id },
  ).pipe(
    Stream.map(
      ({ key, of: [[topup = null], entries] }): KeptTopup => ({ id: String(key), topup, entries }),
    ),
  )

/** Streams the times of entries and events. */
const momentsOf = (store: Store, client_id: number) =>
  merged<[{ created: string; id: number; count: number }, { created: string }]>(
    { rows: store.timesOfEntries(client_id), keyOf: ({ created }) => created },
    { rows: store.timesOfEvents(client_id), keyOf: ({ created }) => created },
  ).pipe(
    Stream.map(
      ({ key, of: [[entries = null], events] }): Moment => ({
        ...{ created: String(key), entries, hasEvents: events.length > 0 },
      }),
    ),
  )

/** Streams the events of a business, each with its deliveries. */
const eventsOf = (store: Store, client_id: number) =>
  merged<[SealedEvent, WebhookDelivery]>(
    { rows: store.events(client_id), keyOf: ({ sequence }) => sequence },
    { rows: store.deliveries(client_id), keyOf: ({ event_sequence }) => event_sequence },
  ).pipe(
    Stream.map(
      ({ key, of: [events, deliveries] }): KeptEvent => ({
        ...{ sequence: Number(key), events, deliveries },
      }),
    ),
  )

type Store = VerificationStore["Service"]

/** Reads the parts of the books one after another, and runs the checks that need them. */
class Examiner {
  readonly #books: { -readonly [K in keyof Books]?: Books[K] } = {}
  readonly #found = new Map<Check<never>, Found>()
  readonly #unreadable: Array<Unreadable> = []
  readonly #show: (part: string) => void

  constructor(show: (part: string) => void) {
    this.#show = show
  }

  /** Reads a part. If it fails, the other parts are still read. */
  part<A>(part: string, read: Effect.Effect<A, StorageUnavailable>): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#show(part)
      return Effect.catchCause(Effect.asVoid(read), (cause) =>
        Effect.sync(() => {
          this.#unreadable.push({ part, cause })
        }),
      )
    })
  }

  /**
   * Provides books to the checks that begin later. Null means that the storage does not have them.
   */
  know<T extends keyof Books>(name: T, value: Books[T] | null): void {
    if (value !== null) this.#books[name] = value
  }

  /** Begins the checks whose `needs` are all available. */
  #begin<Item>(checks: ReadonlyArray<Check<Item>>) {
    return checks
      .filter(({ needs }) => needs.every((name) => name in this.#books))
      .map((check) => {
        const running = check.begin(this.#books as Books)
        this.#found.set(check, running.found)
        return running
      })
  }

  /** Passes every item to each of the checks and to `also`. Returns true if all items were read. */
  stream<Item>(
    part: string,
    items: Stream.Stream<Item, StorageUnavailable>,
    checks: ReadonlyArray<Check<Item>>,
    also: (item: Item) => void = () => {},
  ): Effect.Effect<boolean> {
    let isWhole = false
    const read = Effect.suspend(() => {
      const running = this.#begin(checks)
      const takes = [also, ...running.flatMap(({ take }) => take ?? [])]
      return Effect.map(
        Stream.runForEachArray(items, (array) =>
          Effect.sync(() => {
            for (const item of array) for (const take of takes) take(item)
          }),
        ),
        () => {
          isWhole = true
          for (const { end } of running) end?.()
        },
      )
    })
    return Effect.map(this.part(part, read), () => isWhole)
  }

  /** Runs checks that have no stream. */
  whole(checks: ReadonlyArray<Check<never>>): Effect.Effect<void> {
    const look = (check: Check<never>) =>
      Effect.sync(() => {
        for (const { end } of this.#begin([check])) end?.()
      })
    return Effect.forEach(checks, (check) => this.part(check.name, look(check)), { discard: true })
  }

  get all(): Omit<Examination, "walk" | "replay"> {
    const found = bookChecks.flatMap((check) => this.#found.get(check) ?? [])
    const rows = found.flatMap((each) => ("rows" in each ? [each.rows] : []))
    return {
      differences: found.flatMap((each) => ("rows" in each ? [] : each.differences.first)),
      rows: {
        total: rows.reduce((sum, { total }) => sum + total, 0),
        first: rows.flatMap(({ first }) => first).slice(0, maxNamedRows),
      },
      unreadable: this.#unreadable,
    }
  }
}

/**
 * Verifies everything that is stored about a business, in constant memory: every amount follows
 * from the ledger, every record from the others, and every event from the previous one. Nothing may
 * change in the meantime, so run it in a transaction, or on a file that no process serves.
 */
export const examine = Effect.fnUntraced(function* (
  client_id: number,
  { noted = [], show = () => {}, onReplayed = () => {} }: ExaminationOptions = {},
): Effect.fn.Return<Examination, never, VerificationStore | EventEncoder> {
  const [store, encoder] = [yield* VerificationStore, yield* EventEncoder]
  const examiner = new Examiner(show)
  // Storages with a network round trip read the tables concurrently.
  yield* Effect.forEach(
    [...wholeRecords, ...runningTotals],
    (table) =>
      examiner.part(
        table,
        Effect.map(store.all(client_id, table), (rows) => examiner.know(table, rows as never)),
      ),
    { concurrency: "unbounded", discard: true },
  )
  const ledger = new Turnover()
  const entries = store.entries(client_id)
  const isWhole = yield* examiner.stream("ledger_entries", entries, entryChecks, (entry) =>
    ledger.take(entry),
  )
  if (isWhole) examiner.know("ledger", ledger)
  const tally = new Tally()
  const isTallied = yield* examiner.stream(
    "transactions",
    transactionsOf(store, client_id),
    [...transactionChecks, ...movementChecks, ...chargeChecks, valueCheck],
    ({ transaction }) => {
      if (transaction !== null) tally.take(transaction)
    },
  )
  if (isTallied) examiner.know("tally", tally)
  yield* examiner.stream("topups", topupsOf(store, client_id), topupChecks)
  yield* examiner.stream("times of entries", momentsOf(store, client_id), momentChecks)
  const walker = new Walker(store.sha256, noted)
  const events = eventsOf(store, client_id)
  const isWalked = yield* examiner.stream("chain of events", events, eventChecks, (batch) => {
    for (const event of batch.events) walker.take(event)
  })
  yield* examiner.whole(wholeChecks)
  let replayed: Replay | null = null
  const history = Effect.map(replay(client_id, onReplayed), (result) => {
    replayed = result
  })
  yield* examiner.part(
    "history of records",
    history.pipe(
      Effect.provideService(VerificationStore, store),
      Effect.provideService(EventEncoder, encoder),
    ),
  )
  return { ...examiner.all, walk: isWalked ? walker.walk : null, replay: replayed }
})
