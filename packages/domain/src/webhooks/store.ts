import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type { QueuedDelivery, WebhookDelivery, WebhookKey } from "../core/records/webhooks.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** Page of queues to check: at most `limit`, ordered by webhook id, after `after`. */
export interface DueRequest {
  /** Empty for the first page. */
  readonly after: string
  readonly limit: number
}

/**
 * Webhook with deliveries that are to be removed or to fail, and are too many for one unit of work.
 */
export interface HeldDeliveries extends WebhookKey {
  /** Only deliveries last updated at or before this instant fail. */
  readonly since: string
  /** True if the deliveries are to be removed, because their webhook was. */
  readonly isRemoved: boolean
}

/**
 * Queues of webhooks. Deliveries are written by the `change` of `Store`, in the same atomic step as
 * the event: one PENDING delivery is added to the queue of each enabled webhook of the business
 * that subscribes to the event. Changes of webhooks in the same step already apply. A queue has the
 * order in which changes are committed, and within a change the order of its events.
 */
export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    /**
     * Returns the deliveries that `deliveriesOf` reads, with paging that does not slow down for
     * long lists.
     */
    readonly deliveries: (
      key: WebhookKey,
      page: PageRequest,
    ) => Effect.Effect<Page<WebhookDelivery>, StorageUnavailable>
    /**
     * Marks the first PENDING deliveries of a webhook as FAILED with this error: those last updated
     * at or before `now`, at most `limit`; returns their number. If some remain, the last of them
     * is PENDING without a next attempt, which makes them `held`.
     */
    readonly failWaiting: (
      key: WebhookKey,
      why: { readonly error: string; readonly now: string; readonly limit: number },
    ) => Effect.Effect<number, StorageUnavailable>
    /**
     * Removes the first deliveries of a removed webhook, at most `limit`; returns their number. If
     * some remain, they are `held`.
     */
    readonly removeDeliveries: (
      key: WebhookKey,
      limit: number,
    ) => Effect.Effect<number, StorageUnavailable>
    /** Returns the webhooks of all businesses with held deliveries, at most `limit`. */
    readonly held: (
      limit: number,
    ) => Effect.Effect<ReadonlyArray<HeldDeliveries>, StorageUnavailable>
    /** Returns the same for one webhook; null if it has no held deliveries. */
    readonly heldOf: (key: WebhookKey) => Effect.Effect<HeldDeliveries | null, StorageUnavailable>
    /**
     * Returns the webhooks of all businesses that are enabled and due, by id: the first PENDING
     * delivery of their queue has a `next_attempt` that is not after `now`.
     */
    readonly due: (
      now: string,
      request: DueRequest,
    ) => Effect.Effect<ReadonlyArray<WebhookKey>, StorageUnavailable>
    /** Number of PENDING deliveries of all businesses, including those of disabled webhooks. */
    readonly waiting: Effect.Effect<number, StorageUnavailable>
    /**
     * Creation time of the oldest delivery that is the first PENDING one of an enabled webhook's
     * queue, in any business; null if there is none.
     */
    readonly oldestWaiting: Effect.Effect<string | null, StorageUnavailable>
    /**
     * Returns the first PENDING delivery of a webhook's queue, due or not; null if there is none or
     * if the webhook does not exist.
     */
    readonly first: (key: WebhookKey) => Effect.Effect<QueuedDelivery | null, StorageUnavailable>
    /**
     * Removes deliveries that are not PENDING and were last updated before this instant, the oldest
     * first, at most `limit`; returns their number.
     */
    readonly prune: (before: string, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/WebhookStore") {}
