import type { StorageUnavailable } from "@outlay/domain"
import {
  type Event,
  type NewWebhookDelivery,
  newWebhookDelivery,
  type Webhook,
  wantsEvent,
} from "@outlay/domain/fields"
import { Ids } from "@outlay/domain/ports"
import { Effect } from "effect"
import { sql as fragment } from "kysely"
import { db } from "./database.ts"
import { Sql, type Step } from "./sql.ts"
import { prepared } from "./statement.ts"
import { tables } from "./tables.ts"

const enabled = prepared(
  (p: { readonly client_id: number }) =>
    db
      .selectFrom("webhooks")
      .select(["client_id", "id", "event_types"])
      .where("client_id", "=", p.client_id)
      .where("enabled", "=", true),
  tables.webhooks.rows,
)

/** Last sequence in the queue of each webhook. */
const ends = prepared(
  (p: { readonly client_id: number }) => fragment`
    select webhooks.id, coalesce((
      select max(d.sequence) from webhook_deliveries as d
      where d.client_id = webhooks.client_id and d.webhook_id = webhooks.id
    ), 0) as "end"
    from webhooks where webhooks.client_id = ${p.client_id} and webhooks.enabled = ${true}`,
  (row: { readonly id: string; readonly end: number }) => row,
)

const { insert, updates } = tables.webhook_deliveries
const writers = new Set([insert, ...updates].map(({ statement }) => statement))

/** Returns true if these steps add or change deliveries in the queues of webhooks. */
export const writesDeliveries = (steps: ReadonlyArray<Step>): boolean =>
  steps.some(({ statement }) => writers.has(statement))

/**
 * Adds a delivery of each event to the queue of each webhook that wants it. Called inside the
 * transaction when everything else has been written: it reads the webhooks as they are then, and
 * only if there are events.
 */
export const queue = Effect.fnUntraced(function* (
  client_id: number,
  events: ReadonlyArray<Pick<Event, "id" | "type" | "sequence">>,
  now: string,
): Effect.fn.Return<void, StorageUnavailable, Sql | Ids> {
  if (events.length === 0) return
  const sql = yield* Sql
  const webhooks = yield* sql.all(enabled, { client_id })
  if (webhooks.length === 0) return
  const { uuid } = yield* Ids
  const rows: Array<NewWebhookDelivery> = []
  for (const event of events) {
    for (const webhook of webhooks) {
      if (!wantsEvent(webhook, event.type)) continue
      rows.push(newWebhookDelivery(webhook as Webhook, event, { id: yield* uuid, now }))
    }
  }
  if (rows.length === 0) return
  const found = yield* sql.all(ends, { client_id })
  const last = new Map(found.map(({ id, end }) => [id, end]))
  const queued = rows.map((row) => {
    const sequence = (last.get(row.webhook_id) ?? 0) + 1
    last.set(row.webhook_id, sequence)
    return { ...row, sequence }
  })
  yield* sql.batch([{ ...insert, rows: queued, exact: true }])
})
