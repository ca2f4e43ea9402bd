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

const columns = tables.webhook_deliveries.columns

/** At the end of the queue of its webhook. */
const insert = prepared((p: any) => {
  const end = fragment`(
    select coalesce(max(sequence), 0) + 1 from webhook_deliveries
    where client_id = ${p.client_id} and webhook_id = ${p.webhook_id}
  )`
  const values = columns.map((column) => (column === "sequence" ? end : p[column]))
  return fragment`insert into webhook_deliveries
    (${fragment.join(columns.map((_) => fragment.ref(_)))}) values (${fragment.join(values)})`
})

const { updates } = tables.webhook_deliveries
const writers = new Set<Step["statement"]>([insert, ...updates.map(({ statement }) => statement)])

/** Whether these write to the queues of webhooks: add a delivery, or change one. */
export const writesDeliveries = (steps: ReadonlyArray<Step>): boolean =>
  steps.some(({ statement }) => writers.has(statement))

/**
 * Adds a delivery of each event to the queue of each webhook that wants it. Called once all that
 * was decided is written, inside its transaction: webhooks are looked up as they are then, and only
 * where there are events.
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
  if (rows.length > 0) yield* sql.batch([{ statement: insert, rows, values: null, exact: true }])
})
