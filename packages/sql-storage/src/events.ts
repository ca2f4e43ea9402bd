import type { PageRequest } from "@outlay/domain"
import type { Event, EventFilter } from "@outlay/domain/fields"
import { EventStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { lastEventWhere } from "./event-times.ts"
import { db } from "./shared/database.ts"
import { type EventRow, unpackedEvent } from "./shared/event-rows.ts"
import { newest } from "./shared/newest.ts"
import { engineServices } from "./shared/services.ts"
import { type Reading, Sql, sliceCounts } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"

/** Range of sequences: greater than `after`, up to and including `until`. */
interface Filtered {
  readonly client_id: number
  readonly after: number
  readonly until: number
}

const columns = [
  "record",
  "client_id",
  "sequence",
  "id",
  "type",
  "created",
  "actor",
  "data",
  "previous",
  "hash",
] as const

type Row = Pick<EventRow, (typeof columns)[number]>

const decode = (stored: Row): Event => {
  const { data, previous, actor, record: _, ...row } = unpackedEvent(stored)
  return {
    ...row,
    actor: JSON.parse(actor),
    data: JSON.parse(data),
    previous: previous === null ? null : JSON.parse(previous),
  } as Event
}

export const eventBySequence = prepared(
  (key: { readonly client_id: number; readonly sequence: number }) =>
    db
      .selectFrom("events")
      .select(columns)
      .where("client_id", "=", key.client_id)
      .where("sequence", "=", key.sequence),
  decode,
)

interface Next {
  readonly client_id: number
  readonly after: number
  readonly limit: number
}

/** The first events after a sequence. */
export const nextEvents = prepared(
  (p: Next) =>
    db
      .selectFrom("events")
      .select(columns)
      .where("client_id", "=", p.client_id)
      .where("sequence", ">", p.after)
      .orderBy("sequence")
      .limit(p.limit),
  decode,
)

type OfType = Filtered & { readonly type: string }

const within = (p: Filtered) =>
  db
    .selectFrom("events")
    .where("client_id", "=", p.client_id)
    .where("sequence", ">", p.after)
    .where("sequence", "<=", p.until)

const ofType = (p: OfType) => within(p).where("type", "=", p.type)

/**
 * Number of the next events of a type after a sequence, at most `perSlice`, and the sequence of the
 * last of them.
 */
const nextOfType = prepared((p: OfType & { readonly perSlice: number }) =>
  db
    .selectFrom(ofType(p).select("sequence").orderBy("sequence").limit(p.perSlice).as("found"))
    .select((_) => [_.fn.countAll<number>().as("count"), _.fn.max("sequence").as("last")]),
)

const rows = prepared(
  (p: Filtered & { readonly limit: number }) =>
    within(p).select(columns).orderBy("sequence").limit(p.limit),
  decode,
)

const rowsOfType = prepared(
  (p: OfType & PageRequest) =>
    ofType(p).select(columns).orderBy("sequence").limit(p.limit).offset(p.offset),
  decode,
)

/** Events of a type that are counted in one turn of the event loop, which takes 2 ms. */
const perSliceOfType = 50_000

/**
 * Returns a page of the events of a type, and their total, reading one slice per turn of the event
 * loop. Events are only appended, and those appended after the start are not read.
 */
const pageOfType = Effect.fnUntraced(function* (
  reading: Reading,
  params: OfType,
  page: PageRequest,
  perSlice: number,
) {
  const { pause } = reading
  const isMore = sliceCounts(reading, perSlice)
  let place = params
  let count = 0
  let results: ReadonlyArray<Event> = []
  while (true) {
    const [slice] = yield* reading.all(nextOfType, { ...place, perSlice }, isMore)
    const found = slice?.count ?? 0
    const offset = page.offset - count
    if (offset >= 0 && offset < found) {
      results = yield* reading.all(rowsOfType, { ...place, offset, limit: page.limit }, weigh)
    }
    count += found
    if (found < perSlice) return { count, results }
    place = { ...place, after: slice?.last ?? place.until }
    if (pause !== null) yield* pause
  }
})

const weigh = (row: object): number => (row as Row).data.length

/**
 * Replaces the times of a filter with sequences, none of which is greater than that of the newest
 * event.
 */
const filtered = Effect.fnUntraced(function* (
  sql: Sql["Service"],
  client_id: number,
  filter: EventFilter,
  head: number,
) {
  const { min_created, max_created, after_sequence = 0 } = filter
  const last = (isBefore: (created: string) => boolean) => lastEventWhere(sql, client_id, isBefore)
  const earlier = min_created === undefined ? 0 : yield* last((created) => created < min_created)
  const until = max_created === undefined ? head : yield* last((created) => created <= max_created)
  const range: Filtered = {
    client_id,
    after: Math.max(after_sequence, earlier),
    until: Math.min(until, head),
  }
  return range
})

/**
 * Returns a page of the audit trail by `sequence`. Sequences have no gaps, so without a filter by
 * type events are neither counted nor skipped one by one.
 */
export const pageOfEvents = Effect.fnUntraced(function* (
  client_id: number,
  filter: EventFilter,
  page: PageRequest,
  perSlice = perSliceOfType,
) {
  const sql = yield* Sql
  const last = yield* sql.get(newest, { client_id })
  if (last === null) return { count: 0, results: [], head: null }
  const head = { sequence: last.sequence, hash: last.hash }
  const params = yield* filtered(sql, client_id, filter, last.sequence)
  const { type } = filter
  if (type !== undefined) {
    const found = yield* sql.view((reading) =>
      pageOfType(reading, { ...params, type }, page, perSlice),
    )
    return { ...found, head }
  }
  const { offset, limit } = page
  const count = Math.max(0, params.until - params.after)
  const after = params.after + offset
  const results = offset < count ? yield* sql.all(rows, { ...params, after, limit }) : []
  return { count, results, head }
})

/** The audit trail in SQL. */
export const eventStore = Layer.effect(
  EventStore,
  Effect.map(engineServices, (provided) => ({
    page: (client_id, filter, page) => pageOfEvents(client_id, filter, page).pipe(provided),
  })),
)
