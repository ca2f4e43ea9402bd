import { Effect, Layer } from "effect"
import type { WebhookDelivery, WebhookKey } from "../core/records/webhooks.ts"
import { Store } from "../core/store.ts"
import { deliveriesOf } from "../webhooks/looks.ts"
import { type HeldDeliveries, WebhookStore } from "../webhooks/store.ts"
import { KeptBooks } from "./books.ts"
import { readEvent } from "./commit.ts"
import { compare } from "./list.ts"
import { store } from "./store.ts"
import type { Tables } from "./tables.ts"

const queueOf = (
  tables: Tables,
  { client_id, webhook_id }: WebhookKey,
): ReadonlyArray<WebhookDelivery> =>
  tables.webhook_deliveries
    .ofBusiness(client_id)
    .filter((delivery) => delivery.webhook_id === webhook_id)

const bySequence = (a: WebhookDelivery, b: WebhookDelivery): number =>
  compare(a.sequence, b.sequence)

const firstOf = (tables: Tables, key: WebhookKey): WebhookDelivery | null =>
  queueOf(tables, key)
    .filter(({ status }) => status === "PENDING")
    .toSorted(bySequence)[0] ?? null

/** Returns the pending deliveries that were last updated at or before `since`, in order. */
const waitingSince = (
  tables: Tables,
  key: WebhookKey,
  since: string,
): ReadonlyArray<WebhookDelivery> =>
  queueOf(tables, key)
    .filter(({ status, updated }) => status === "PENDING" && updated <= since)
    .toSorted(bySequence)

/** Changes to a batch of deliveries, and to the last one of those that remain. */
interface Portion {
  readonly which: () => ReadonlyArray<WebhookDelivery>
  readonly after: (delivery: WebhookDelivery) => WebhookDelivery | null
  readonly mark: (delivery: WebhookDelivery) => WebhookDelivery
}

const heldIn = (tables: Tables): Pick<WebhookStore["Service"], "held" | "heldOf"> => {
  const heldDeliveries = (): ReadonlyArray<HeldDeliveries> =>
    tables.webhook_deliveries
      .all()
      .filter(({ status, next_attempt }) => status === "PENDING" && next_attempt === null)
      .map(({ client_id, webhook_id, updated: since }) => {
        const isRemoved = tables.webhooks.find(client_id, webhook_id) === null
        return { client_id, webhook_id, since, isRemoved }
      })
      .toSorted((a, b) => a.client_id - b.client_id || compare(a.webhook_id, b.webhook_id))
  return {
    held: (limit) => Effect.sync(() => heldDeliveries().slice(0, limit)),
    heldOf: ({ client_id, webhook_id }) =>
      Effect.sync(
        () =>
          heldDeliveries().find((_) => _.client_id === client_id && _.webhook_id === webhook_id) ??
          null,
      ),
  }
}

const isDue = (tables: Tables, key: WebhookKey, now: string): boolean => {
  const next = firstOf(tables, key)?.next_attempt ?? null
  return next !== null && next <= now
}

const backlogOf = (tables: Tables) => ({
  waiting: Effect.sync(
    () => tables.webhook_deliveries.all().filter(({ status }) => status === "PENDING").length,
  ),
  oldestWaiting: Effect.sync(() => {
    const firsts = tables.webhooks
      .all()
      .filter(({ enabled }) => enabled)
      .flatMap(({ client_id, id }) => firstOf(tables, { client_id, webhook_id: id }) ?? [])
    return firsts.map(({ created }) => created).toSorted()[0] ?? null
  }),
})

const make = Effect.gen(function* () {
  const { tables, events, save } = yield* KeptBooks
  const { read } = yield* Store
  /** Replaces or removes (null) each of these deliveries; returns their number. */
  const rewrite = (
    which: () => ReadonlyArray<WebhookDelivery>,
    after: (delivery: WebhookDelivery) => WebhookDelivery | null,
  ) =>
    save(() => {
      const deliveries = which()
      for (const delivery of deliveries) tables.webhook_deliveries.write(delivery, after(delivery))
      return deliveries.length
    })

  /**
   * Rewrites the first `limit` of these deliveries; if some remain, marks the last of them as held.
   * Returns the number of rewritten ones.
   */
  const portion = (limit: number, { which, after, mark }: Portion) =>
    save(() => {
      const deliveries = which()
      const first = deliveries.slice(0, limit)
      for (const delivery of first) tables.webhook_deliveries.write(delivery, after(delivery))
      const last = deliveries.slice(limit).at(-1)
      if (last !== undefined) tables.webhook_deliveries.write(last, mark(last))
      return first.length
    })

  return WebhookStore.of({
    deliveries: ({ client_id, webhook_id }, request) =>
      read(client_id, deliveriesOf(webhook_id, request)),
    failWaiting: (key, { error, now, limit }) =>
      portion(limit, {
        which: () => waitingSince(tables, key, now),
        after: (_) => ({ ..._, status: "FAILED", next_attempt: null, error, updated: now }),
        mark: (_) => ({ ..._, next_attempt: null, updated: now }),
      }),
    removeDeliveries: (key, limit) =>
      portion(limit, {
        which: () => queueOf(tables, key).toSorted(bySequence),
        after: () => null,
        mark: (_) => ({ ..._, status: "PENDING", next_attempt: null }),
      }),
    ...heldIn(tables),
    due: (now, { after, limit }) =>
      Effect.sync(() =>
        tables.webhooks
          .all()
          .filter(({ id, enabled }) => enabled && id > after)
          .map(({ client_id, id }) => ({ client_id, webhook_id: id }))
          .filter((key) => isDue(tables, key, now))
          .toSorted((a, b) => compare(a.webhook_id, b.webhook_id))
          .slice(0, limit),
      ),
    ...backlogOf(tables),
    first: (key) =>
      Effect.sync(() => {
        const delivery = firstOf(tables, key)
        const webhook = tables.webhooks.find(key.client_id, key.webhook_id)
        if (delivery === null || webhook === null) return null
        const event = events.at(key.client_id, delivery.event_sequence)
        if (event === null) throw new Error(`delivery ${delivery.id} has no event`)
        return { webhook, delivery, event: readEvent(event) }
      }),
    prune: (before, limit) =>
      rewrite(
        () =>
          tables.webhook_deliveries
            .all()
            .filter(({ status, updated }) => status !== "PENDING" && updated < before)
            .toSorted((a, b) => compare(a.updated, b.updated) || bySequence(a, b))
            .slice(0, limit),
        () => null,
      ),
  })
})

export const webhookStore = Layer.effect(WebhookStore, make).pipe(Layer.provide(store))
