import { Effect, Stream } from "effect"
import type { EventResource } from "../../core/event-types.ts"
import type { StorageUnavailable } from "../../core/unit-of-work.ts"
import { EventEncoder } from "../../events/encoder.ts"
import { Findings, maxNamedRows, type Outcome } from "../finding.ts"
import { merged } from "../merge.ts"
import { VerificationStore } from "../store.ts"
import { kinds } from "./kinds.ts"
import { type Lookups, readLookups } from "./lookups.ts"
import { readEvent } from "./read-event.ts"
import { type Json, type RecordEvent, recordKey, replayedResources } from "./record-events.ts"
import { type ReadEvent, RecordHistory, type Unexplained } from "./record-history.ts"

/** The result of a replay. */
export interface Replay {
  readonly events: number
  /** Number of records that these events are about. */
  readonly records: number
  /** Differences that no event explains. */
  readonly unexplained: Outcome<Unexplained>
}

/** A record in progress, with its row or null, and its events so far. */
interface OpenRecord {
  readonly resource: EventResource
  readonly record: string
  readonly row: Json | null
  /** Null before the first event, and if events do not contain every change. */
  history: RecordHistory | null
  hasEvents: boolean
}

/** Processes rows and events record by record: first the row, then its events in their order. */
class Replayer {
  #events = 0
  #records = 0
  #open: OpenRecord | null = null
  readonly #unexplained = new Findings<Unexplained>(maxNamedRows)
  readonly #lookups: Lookups
  readonly #read: (event: RecordEvent) => ReadEvent

  constructor(lookups: Lookups, read: (event: RecordEvent) => ReadEvent) {
    this.#lookups = lookups
    this.#read = read
  }

  takeRow({ resource, record, row }: RecordRow): void {
    this.close()
    this.#open = { resource, record, row, history: null, hasEvents: false }
  }

  takeEvent(event: RecordEvent): void {
    const { id: event_id, resource, record } = event
    this.#events++
    if (record === "" || !(resource in kinds)) {
      this.#add({ resource, event_id, what: "the event has no record" })
      return
    }
    const read = this.#read(event)
    this.#lookups.take(resource, record, read.data, read.previous)
    this.#openOf(resource, record).history?.take(read)
  }

  /** Ends the current record. */
  close(): void {
    if (this.#open === null) return
    const { resource, record: id, row, hasEvents, history } = this.#open
    this.#open = null
    if (history !== null) for (const found of history.end()) this.#unexplained.add(found)
    if (hasEvents || row === null) return
    if (this.#isAudited(resource, id) && (kinds[resource].needsEvent?.(row) ?? true)) {
      this.#add({ resource, id, what: "no event reports it" })
    }
  }

  get replay(): Replay {
    return { events: this.#events, records: this.#records, unexplained: this.#unexplained }
  }

  /** Returns the record of an event. Its first event begins the record. */
  #openOf(resource: EventResource, record: string): OpenRecord {
    if (this.#open?.resource !== resource || this.#open.record !== record) {
      this.close()
      this.#open = { resource, record, row: null, history: null, hasEvents: false }
    }
    const open = this.#open
    if (!open.hasEvents) {
      open.hasEvents = true
      this.#records++
      if (this.#isAudited(resource, record)) {
        const { row } = open
        const of = { resource, id: record, kind: kinds[resource], row }
        open.history = new RecordHistory(of, this.#lookups)
      }
    }
    return open
  }

  #isAudited(resource: EventResource, id: string): boolean {
    return kinds[resource].isAudited?.(id, this.#lookups) ?? true
  }

  #add(found: Pick<Unexplained, "resource" | "what"> & Partial<Unexplained>): void {
    this.#unexplained.add({
      ...{ id: "", event_id: null, field: null, expected: null, found: null },
      ...found,
    })
  }
}

interface RecordRow {
  readonly resource: EventResource
  readonly record: string
  readonly row: Json
}

type Store = VerificationStore["Service"]

const rowsOf = (store: Store, client_id: number) =>
  Stream.fromIterable(replayedResources).pipe(
    Stream.flatMap((resource) =>
      store.records(client_id, resource).pipe(
        Stream.map((record): RecordRow => {
          const row = record as object as Json
          return { resource, record: recordKey(resource, record), row }
        }),
      ),
    ),
  )

const places = new Map<string, string>(
  replayedResources.map((resource, n) => [resource, String.fromCharCode(0x61 + n)]),
)

/**
 * Returns the sort key of a row or an event: kind, record, sequence. A row has no sequence, so it
 * sorts before its events.
 */
const sortKey = (resource: string, record: string, sequence: string): string =>
  `${places.get(resource) ?? ""}${record}\0${sequence}`

const sequenceDigits = 16

const merge = (store: Store, client_id: number) =>
  merged<[RecordRow, RecordEvent]>(
    {
      rows: rowsOf(store, client_id),
      keyOf: ({ resource, record }) => sortKey(resource, record, ""),
    },
    {
      rows: store.history(client_id),
      keyOf: ({ resource, record, sequence }) =>
        sortKey(resource, record, String(sequence).padStart(sequenceDigits, "0")),
    },
  )

/**
 * Replays the events of a business against its rows, in constant memory: every record follows from
 * its events, and every event is about a record. `onProgress` receives the number of events so far.
 * Nothing may change in the meantime.
 */
export const replay = Effect.fnUntraced(function* (
  client_id: number,
  onProgress: (events: number) => void = () => {},
): Effect.fn.Return<Replay, StorageUnavailable, VerificationStore | EventEncoder> {
  const store = yield* VerificationStore
  const { restore } = yield* EventEncoder
  const { business, lookups } = yield* readLookups(store, client_id)
  const replayer = new Replayer(lookups, (event) => readEvent(event, business, restore))
  yield* Stream.runForEachArray(merge(store, client_id), (groups) =>
    Effect.sync(() => {
      for (const { of } of groups) {
        const [rows, events] = of
        for (const row of rows) replayer.takeRow(row)
        for (const event of events) replayer.takeEvent(event)
      }
      onProgress(replayer.replay.events)
    }),
  )
  replayer.close()
  return replayer.replay
})
