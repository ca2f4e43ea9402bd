import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type {
  QueuedDelivery,
  WebhookDelivery,
  WebhookKey,
  WebhookRecord,
} from "../core/records/webhooks.ts"
import { changeOf, type Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import {
  deliveriesOf,
  type WebhookChange,
  webhookById,
  webhookContext,
  webhooksByCreated,
} from "./looks.ts"
import type { WebhookContext } from "./rules/definition.ts"

/** Which queues are looked at: those whose webhook's id sorts after `after`, at most so many. */
export interface DueRequest {
  /** "" for the first of all. */
  readonly after: string
  readonly limit: number
}

/** Deliveries of a webhook that are to be removed, or to fail, and are more than one unit takes. */
export interface HeldDeliveries extends WebhookKey {
  /** Those fail that were last updated at this instant or before. */
  readonly since: string
  /** Whether they are to be removed, as their webhook was. */
  readonly isRemoved: boolean
}

/**
 * Keeps webhooks and their deliveries. Deliveries are written by the `change` of every store: with
 * each event of a business, in the same atomic step, one PENDING delivery is added to the queue of
 * each of its webhooks that is enabled and wants the event, as the webhooks are after that change.
 * Places in a queue follow the order in which changes are committed, and within one the order of
 * its events.
 */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    readonly get: (key: WebhookKey) => Effect.Effect<WebhookRecord | null, StorageUnavailable>
    /** By `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<WebhookRecord>, StorageUnavailable>
    /** The deliveries of a webhook, by `created` ascending, ties by id. */
    readonly deliveries: (
      key: WebhookKey,
      page: PageRequest,
    ) => Effect.Effect<Page<WebhookDelivery>, StorageUnavailable>
    /** Decides on what `webhookContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: WebhookChange,
      decide: Decide<WebhookContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
    /**
     * The first PENDING deliveries of a webhook that were last updated at `now` or before, at most
     * `limit`, become FAILED with this error; answers how many. Where it is as many as that, the
     * last of those that are left is PENDING without a next attempt: they are `held`.
     */
    readonly failWaiting: (
      key: WebhookKey,
      why: { readonly error: string; readonly now: string; readonly limit: number },
    ) => Effect.Effect<number, StorageUnavailable>
    /**
     * Removes the first deliveries of a webhook that was removed, at most `limit`; answers how
     * many. Where it is as many as that, those that are left are `held`.
     */
    readonly removeDeliveries: (
      key: WebhookKey,
      limit: number,
    ) => Effect.Effect<number, StorageUnavailable>
    /** The webhooks of all businesses of which deliveries are held, at most `limit`. */
    readonly held: (
      limit: number,
    ) => Effect.Effect<ReadonlyArray<HeldDeliveries>, StorageUnavailable>
    /** The same for one webhook; null where none are held. */
    readonly heldOf: (key: WebhookKey) => Effect.Effect<HeldDeliveries | null, StorageUnavailable>
    /**
     * Webhooks of all businesses that are enabled and have something to send: the first PENDING
     * delivery of the queue has a `next_attempt` that is not after `now`. By id.
     */
    readonly due: (
      now: string,
      request: DueRequest,
    ) => Effect.Effect<ReadonlyArray<WebhookKey>, StorageUnavailable>
    /** How many deliveries are PENDING, of all businesses, also of webhooks that are disabled. */
    readonly waiting: Effect.Effect<number, StorageUnavailable>
    /**
     * When the oldest of the deliveries was created that are the first PENDING ones of the queue of
     * an enabled webhook, of any business; null when none waits.
     */
    readonly oldestWaiting: Effect.Effect<string | null, StorageUnavailable>
    /** The first PENDING delivery of a webhook's queue, due or not; null also of no webhook. */
    readonly first: (key: WebhookKey) => Effect.Effect<QueuedDelivery | null, StorageUnavailable>
    /**
     * Removes deliveries that are not PENDING and were last updated before this instant, the oldest
     * first, at most `limit`; answers how many.
     */
    readonly prune: (before: string, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/WebhookStore") {
  /** What a `Store` does; a storage adds what goes through the queues. */
  static readonly over = (
    store: Store["Service"],
  ): Pick<WebhookStore["Service"], "get" | "page" | "deliveries" | "change"> => ({
    get: ({ client_id, webhook_id }) => store.read(client_id, webhookById(webhook_id)),
    page: (client_id, request) => store.read(client_id, webhooksByCreated(request)),
    deliveries: ({ client_id, webhook_id }, request) =>
      store.read(client_id, deliveriesOf(webhook_id, request)),
    change: changeOf(store, webhookContext),
  })
}
