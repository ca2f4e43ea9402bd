import type { PageRequest } from "@outlay/domain"
import type { Event, EventFilter } from "@outlay/domain/fields"
import { EventStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { lastEventWhere } from "./event-times.ts"
import { db } from "./shared/database.ts"
import { type EventRow, unpackedEvent } from "./shared/event-rows.ts"
import { newest } from "./shared/newest.ts"
import { pageOf } from "./shared/page.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"

/** After one sequence and up to another. */
interface Filtered {
  readonly client_id: number
  readonly type: string | undefined
  readonly after: number
  readonly until: number
}

interface Shape {
  readonly type: boolean
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

const decode = (kept: Row): Event => {
  const { data, previous, actor, record: _, ...row } = unpackedEvent(kept)
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

/** The first after a sequence. */
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

/** By `sequence`, of all or of a type. */
const lists = variants((shape: Shape) => {
  const matching = (p: Filtered) => {
    const query = db
      .selectFrom("events")
      .where("client_id", "=", p.client_id)
      .where("sequence", ">", p.after)
      .where("sequence", "<=", p.until)
    return shape.type ? query.where("type", "=", p.type as string) : query
  }
  return {
    count: prepared((p: Filtered) =>
      matching(p).select((_) => _.fn.countAll<number>().as("count")),
    ),
    rows: prepared(
      (p: Filtered & PageRequest) =>
        matching(p).select(columns).orderBy("sequence").limit(p.limit).offset(p.offset),
      decode,
    ),
  }
})

/** A filter with sequences in place of times. */
const filtered = Effect.fnUntraced(function* (
  sql: Sql["Service"],
  client_id: number,
  { type, min_created, max_created, after_sequence = 0 }: EventFilter,
) {
  const last = (isBefore: (created: string) => boolean) => lastEventWhere(sql, client_id, isBefore)
  const earlier = min_created === undefined ? 0 : yield* last((created) => created < min_created)
  const until =
    max_created === undefined
      ? Number.MAX_SAFE_INTEGER
      : yield* last((created) => created <= max_created)
  const answer: Filtered = { client_id, type, after: Math.max(after_sequence, earlier), until }
  return answer
})

/** The audit trail in SQL. */
export const eventStore = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const provided = yield* engineServices
    const sql = yield* Sql
    return {
      page: (client_id, filter, page) => {
        const list = lists({ type: filter.type !== undefined })
        return Effect.gen(function* () {
          const params = yield* filtered(sql, client_id, filter)
          const { count, results } = yield* pageOf(list, params, page)
          const last = yield* sql.get(newest, { client_id })
          const head = last === null ? null : { sequence: last.sequence, hash: last.hash }
          return { count, results, head }
        }).pipe(provided)
      },
    }
  }),
)
