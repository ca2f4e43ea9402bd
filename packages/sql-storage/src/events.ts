import { type Event, type EventFilter, EventStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { prepared, variants } from "./shared/prepared.ts"
import { engineServices } from "./shared/services.ts"

type Filtered = EventFilter & { readonly client_id: number }

interface Shape {
  readonly type: boolean
  readonly min_created: boolean
  readonly max_created: boolean
}

interface EventRow extends Omit<Event, "data" | "previous" | "actor"> {
  readonly data: string
  readonly previous: string | null
  readonly actor: string
}

const decode = ({ data, previous, actor, ...row }: EventRow): Event => ({
  ...row,
  data: JSON.parse(data),
  previous: previous === null ? null : JSON.parse(previous),
  actor: JSON.parse(actor),
})

export const eventById = prepared(
  (key: { readonly client_id: number; readonly event_id: string }) =>
    db
      .selectFrom("events")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("id", "=", key.event_id),
  decode,
)

/** By `created` ascending, ties by id. */
const lists = variants((shape: Shape) => {
  const matching = (p: Filtered) => {
    let query = db.selectFrom("events").where("client_id", "=", p.client_id)
    if (shape.type) query = query.where("type", "=", p.type as string)
    if (shape.min_created) query = query.where("created", ">=", p.min_created as string)
    if (shape.max_created) query = query.where("created", "<=", p.max_created as string)
    return query
  }
  return {
    count: prepared((p: Filtered) =>
      matching(p).select((_) => _.fn.countAll<number>().as("count")),
    ),
    rows: prepared(
      (p: Filtered & { readonly offset: number; readonly limit: number }) =>
        matching(p).selectAll().orderBy("created").orderBy("id").limit(p.limit).offset(p.offset),
      decode,
    ),
  }
})

/** The audit trail in SQL. */
export const eventStore = Layer.effect(
  EventStore,
  Effect.gen(function* () {
    const context = yield* engineServices
    return {
      page: (client_id, filter, page) => {
        const list = lists({
          type: filter.type !== undefined,
          min_created: filter.min_created !== undefined,
          max_created: filter.max_created !== undefined,
        })
        return Effect.provide(pageOf(list, { client_id, ...filter }, page), context)
      },
    }
  }),
)
