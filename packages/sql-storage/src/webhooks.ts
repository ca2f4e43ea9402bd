import type { StorageUnavailable } from "@outlay/domain"
import type { QueuedDelivery, WebhookKey } from "@outlay/domain/fields"
import { type DueRequest, WebhookStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { expressionBuilder, sql as fragment } from "kysely"
import { eventBySequence } from "./events.ts"
import { type Database, db } from "./shared/database.ts"
import { byDialect, unindexed, withEach } from "./shared/dialect.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses, prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"
import { pageOfDeliveries } from "./webhook-delivery-pages.ts"

const webhookById = prepared(
  (key: WebhookKey) =>
    db
      .selectFrom("webhooks")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("id", "=", key.webhook_id),
  tables.webhooks.rows,
)

const eb = expressionBuilder<Database, "webhook_deliveries">()

/** Condition that uses the small index of pending deliveries, not the one of all deliveries. */
const isOf = (client_id: number) => eb(unindexed<number>("client_id"), "=", client_id)

const first = prepared(
  ({ client_id, webhook_id }: WebhookKey) =>
    db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("webhook_id", "=", webhook_id)
      .where(isOf(client_id))
      .where("status", "=", "PENDING")
      .orderBy("sequence")
      .limit(1),
  tables.webhook_deliveries.rows,
)

/**
 * The first delivery of each queue, of the webhooks after this one. It jumps from queue to queue by
 * the index of pending deliveries, regardless of the length of each queue. For PostgreSQL, the
 * steps are explicit: its estimates would not lead to them.
 */
const headsAfter = (after: string) =>
  byDialect({
    sqlite: fragment`
    with recursive queues (webhook_id) as (
      select min(webhook_id) from webhook_deliveries
      where status = 'PENDING' and webhook_id > ${after}
      union all
      select (
        select min(d.webhook_id) from webhook_deliveries as d
        where d.status = 'PENDING' and d.webhook_id > queues.webhook_id
      )
      from queues where queues.webhook_id is not null
    ),
    webhook_queues (client_id, webhook_id, next_attempt, created) as (
      select d.client_id, d.webhook_id, d.next_attempt, d.created
      from queues cross join webhook_deliveries as d
      where d.status = 'PENDING' and d.webhook_id = queues.webhook_id and d.sequence = (
        select min(f.sequence) from webhook_deliveries as f
        where f.status = 'PENDING' and f.webhook_id = queues.webhook_id
      )
    )`,
    postgres: fragment`
    with recursive queues (webhook_id) as (
      (
        select webhook_id from webhook_deliveries
        where status = 'PENDING' and webhook_id > ${after} order by webhook_id limit 1
      )
      union all
      select (
        select d.webhook_id from webhook_deliveries as d
        where d.status = 'PENDING' and d.webhook_id > queues.webhook_id
        order by d.webhook_id limit 1
      )
      from queues where queues.webhook_id is not null
    ),
    webhook_queues as (
      select head.* from queues ${withEach(fragment`(
        select d.client_id, d.webhook_id, d.next_attempt, d.created
        from webhook_deliveries as d
        where d.status = 'PENDING' and d.webhook_id = queues.webhook_id
        order by d.sequence limit 1
      ) as head`)}
    )`,
  })

const isEnabled = fragment`(
      select w.enabled from webhooks as w
      where w.client_id = webhook_queues.client_id and w.id = webhook_queues.webhook_id
    ) = ${true}`

type Due = DueRequest & { readonly now: string }

const sends = "one fiber sends what is due of all businesses"

const fromQueueToQueue = (p: Due) => fragment<WebhookKey>`${headsAfter(p.after)}
    select webhook_queues.client_id, webhook_queues.webhook_id
    from webhook_queues where webhook_queues.next_attempt <= ${p.now} and ${isEnabled}
    limit ${p.limit}`

const due = acrossBusinesses(sends, fromQueueToQueue)

/** Reads webhook by webhook, even those without pending deliveries: see `Sql.isDivided`. */
const ofHead = (column: "next_attempt" | "created") => fragment`(
      select d.${fragment.ref(column)} from webhook_deliveries as d
      where d.client_id = w.client_id and d.webhook_id = w.id and d.status = 'PENDING'
      order by d.sequence limit 1
    )`

const dueOnMany = acrossBusinesses(sends, (p: Due) =>
  byDialect<WebhookKey>({
    sqlite: fromQueueToQueue(p),
    postgres: fragment`
    select w.client_id, w.id as webhook_id from webhooks as w
    where w.enabled = ${true} and w.id > ${p.after} and ${ofHead("next_attempt")} <= ${p.now}
    order by w.id limit ${p.limit}`,
  }),
)

const operatorLooks = "an operator looks at the backlog of all businesses"

const waiting = acrossBusinesses(operatorLooks, (_: object) =>
  db
    .selectFrom("webhook_deliveries")
    .select((_) => _.fn.countAll<number>().as("count"))
    .where("status", "=", "PENDING"),
)

type Oldest = { readonly created: string | null }

const oldestOfQueues = () => fragment<Oldest>`${headsAfter("")}
    select min(webhook_queues.created) as created from webhook_queues where ${isEnabled}`

const oldestWaiting = acrossBusinesses(operatorLooks, oldestOfQueues)

const oldestOnMany = acrossBusinesses(operatorLooks, () =>
  byDialect<Oldest>({
    sqlite: oldestOfQueues(),
    postgres: fragment`
    select min(${ofHead("created")}) as created from webhooks as w where w.enabled = ${true}`,
  }),
)

interface Failing extends WebhookKey {
  readonly error: string
  readonly now: string
  readonly limit: number
}

/** Pending deliveries that were last updated at an instant or before. */
const waitingSince = (p: Omit<Failing, "error" | "limit">) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["client_id", "id"])
    .where("webhook_id", "=", p.webhook_id)
    .where(isOf(p.client_id))
    .where("status", "=", "PENDING")
    .where("updated", "<=", p.now)

const failSome = prepared((p: Failing) =>
  db
    .updateTable("webhook_deliveries")
    .set({ status: "FAILED", next_attempt: null, error: p.error, updated: p.now })
    .where((_) =>
      _(
        _.refTuple("client_id", "id"),
        "in",
        waitingSince(p).orderBy("sequence").limit(p.limit).$asTuple("client_id", "id"),
      ),
    ),
)

const holdLastWaiting = prepared((p: Omit<Failing, "error" | "limit">) =>
  db
    .updateTable("webhook_deliveries")
    .set({ next_attempt: null, updated: p.now })
    .where((_) =>
      _(
        _.refTuple("client_id", "id"),
        "in",
        waitingSince(p).orderBy("sequence", "desc").limit(1).$asTuple("client_id", "id"),
      ),
    ),
)

const ofWebhook = ({ client_id, webhook_id }: WebhookKey) =>
  db
    .selectFrom("webhook_deliveries")
    .select(["client_id", "id"])
    .where("client_id", "=", client_id)
    .where("webhook_id", "=", webhook_id)

const removeSome = prepared((p: WebhookKey & { readonly limit: number }) =>
  db
    .deleteFrom("webhook_deliveries")
    .where((_) =>
      _(
        _.refTuple("client_id", "id"),
        "in",
        ofWebhook(p).orderBy("sequence").limit(p.limit).$asTuple("client_id", "id"),
      ),
    ),
)

const holdLast = prepared((p: WebhookKey) =>
  db
    .updateTable("webhook_deliveries")
    .set({ status: "PENDING", next_attempt: null })
    .where((_) =>
      _(
        _.refTuple("client_id", "id"),
        "in",
        ofWebhook(p).orderBy("sequence", "desc").limit(1).$asTuple("client_id", "id"),
      ),
    ),
)

const allHeld = () =>
  db
    .selectFrom("webhook_deliveries")
    .select(["client_id", "webhook_id", "updated as since"])
    .where("status", "=", "PENDING")
    .where("next_attempt", "is", null)

const held = acrossBusinesses(
  "one fiber continues the interrupted work of all businesses",
  (p: { readonly limit: number }) =>
    allHeld().orderBy("client_id").orderBy("webhook_id").limit(p.limit),
)

const heldOf = prepared((p: WebhookKey) =>
  allHeld().where("client_id", "=", p.client_id).where("webhook_id", "=", p.webhook_id),
)

const prune = acrossBusinesses(
  "deliveries of all businesses that were settled long ago are removed",
  (p: { readonly before: string; readonly limit: number }) =>
    db
      .deleteFrom("webhook_deliveries")
      .where((_) =>
        _(
          _.refTuple("client_id", "id"),
          "in",
          _.selectFrom("webhook_deliveries")
            .select(["client_id", "id"])
            .where("status", "<>", "PENDING")
            .where("updated", "<", p.before)
            .orderBy("updated")
            .limit(p.limit)
            .$asTuple("client_id", "id"),
        ),
      ),
)

const firstOf = Effect.fnUntraced(function* (key: WebhookKey) {
  const sql = yield* Sql
  const delivery = yield* sql.get(first, key)
  if (delivery === null) return null
  const webhook = yield* sql.get(webhookById, key)
  // The webhook was removed, and this delivery is left over.
  if (webhook === null) return null
  const { client_id, event_sequence: sequence } = delivery
  const event = yield* sql.get(eventBySequence, { client_id, sequence })
  if (event === null) {
    return yield* Effect.die(new Error(`delivery ${delivery.id} has no event`))
  }
  const queued: QueuedDelivery = { webhook, delivery, event }
  return queued
})

/** Fails or removes some deliveries and holds the last if there may be more, atomically. */
const portions = (sql: Sql["Service"]) => {
  const portion = (
    some: Effect.Effect<number, StorageUnavailable>,
    hold: Effect.Effect<number, StorageUnavailable>,
    limit: number,
  ) => sql.transaction(Effect.tap(some, (count) => (count === limit ? hold : Effect.void)))
  return {
    failWaiting: (key: WebhookKey, why: Omit<Failing, keyof WebhookKey>) => {
      const failing = { ...key, ...why }
      return portion(sql.run(failSome, failing), sql.run(holdLastWaiting, failing), why.limit)
    },
    removeDeliveries: (key: WebhookKey, limit: number) =>
      portion(sql.run(removeSome, { ...key, limit }), sql.run(holdLast, key), limit),
  }
}

/** Webhooks with held deliveries, which are to be removed with their webhook, or to fail. */
const heldDeliveries = (sql: Sql["Service"]) => {
  const withWebhook = (row: WebhookKey & { readonly since: string }) =>
    Effect.map(sql.get(webhookById, row), (webhook) => ({ ...row, isRemoved: webhook === null }))
  return {
    held: (limit: number) =>
      Effect.flatMap(sql.all(held, { limit }), (rows) => Effect.forEach(rows, withWebhook)),
    heldOf: (key: WebhookKey) =>
      Effect.flatMap(sql.get(heldOf, key), (row) =>
        row === null ? Effect.succeed(null) : withWebhook(row),
      ),
  }
}

/** Webhooks and their deliveries in SQL. */
export const webhookStore = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const provided = yield* engineServices
    const sql = yield* Sql
    const [looked, oldest] = sql.isDivided ? [dueOnMany, oldestOnMany] : [due, oldestWaiting]
    return {
      deliveries: (key, page) => provided(pageOfDeliveries(key, page)),
      ...portions(sql),
      ...heldDeliveries(sql),
      due: (now, request) => sql.all(looked, { now, ...request }),
      waiting: Effect.map(sql.get(waiting, {}), (row) => row?.count ?? 0),
      oldestWaiting: Effect.map(sql.get(oldest, {}), (row) => row?.created ?? null),
      first: (key) => provided(firstOf(key)),
      prune: (before, limit) => sql.run(prune, { before, limit }),
    }
  }),
)
