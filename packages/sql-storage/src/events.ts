import type { Event, EventFilter } from "@outlay/domain/fields"
import { EventStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { type EventRow, unpackedEvent } from "./shared/event-rows.ts"
import { newest } from "./shared/newest.ts"
import { pageOf } from "./shared/page.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"

type Filtered = EventFilter & { readonly client_id: number }

interface Shape {
  readonly type: boolean
  readonly min_created: boolean
  readonly max_created: boolean
  readonly after_sequence: boolean
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

/**
 * By `sequence`. Times are in the same order, so that those of a time, of a type or of both are
 * walked by an index of theirs.
 */
const lists = variants((shape: Shape) => {
  const isByTime = shape.type || shape.min_created || shape.max_created
  const matching = (p: Filtered) => {
    let query = db.selectFrom("events").where("client_id", "=", p.client_id)
    if (shape.type) query = query.where("type", "=", p.type as string)
    if (shape.min_created) query = query.where("created", ">=", p.min_created as string)
    if (shape.max_created) query = query.where("created", "<=", p.max_created as string)
    if (shape.after_sequence) query = query.where("sequence", ">", p.after_sequence as number)
    return query
  }
  return {
    count: prepared((p: Filtered) =>
      matching(p).select((_) => _.fn.countAll<number>().as("count")),
    ),
    rows: prepared((p: Filtered & { readonly offset: number; readonly limit: number }) => {
      const matchingEvents = matching(p).select(columns)
      const ordered = isByTime ? matchingEvents.orderBy("created") : matchingEvents
      return ordered.orderBy("sequence").limit(p.limit).offset(p.offset)
    }, decode),
  }
})

/** The audit trail in SQL. */
export const eventStore = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const provided = yield* engineServices
    const sql = yield* Sql
    return {
      page: (client_id, filter, page) => {
        const list = lists({
          type: filter.type !== undefined,
          min_created: filter.min_created !== undefined,
          max_created: filter.max_created !== undefined,
          after_sequence: filter.after_sequence !== undefined,
        })
        return Effect.gen(function* () {
          const { count, results } = yield* pageOf(list, { client_id, ...filter }, page)
          const last = yield* sql.get(newest, { client_id })
          const head = last === null ? null : { sequence: last.sequence, hash: last.hash }
          return { count, results, head }
        }).pipe(provided)
      },
    }
  }),
)
