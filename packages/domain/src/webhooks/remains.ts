import { Context, Effect } from "effect"
import type { WebhookKey } from "../core/records/webhooks.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { receiverGone } from "./rules/attempts.ts"
import { WebhookStore } from "./store.ts"

/**
 * Number of deliveries that one unit of work removes or fails: a small limit, so that others wait
 * only briefly. The remaining ones are held, which means that they are not sent, and follow in
 * further units; after a restart, `finish` continues.
 */
export const DeliveriesPerUnit = Context.Reference<number>("@outlay/domain/DeliveriesPerUnit", {
  defaultValue: () => 1_000,
})

/** Number of webhooks with held deliveries that are read at once. */
const perLook = 100

/**
 * Removes or fails the remaining deliveries of a webhook that was removed, or whose receiver is
 * gone.
 */
export const remains = Effect.gen(function* () {
  const store = yield* WebhookStore
  const { atomically } = yield* UnitOfWork

  /**
   * Fails the first of the deliveries that were pending at an instant; returns true if there may be
   * more.
   */
  const failSome = Effect.fnUntraced(function* (key: WebhookKey, now: string) {
    const limit = yield* DeliveriesPerUnit
    return (yield* store.failWaiting(key, { error: receiverGone, now, limit })) === limit
  })

  const removeSome = Effect.fnUntraced(function* (key: WebhookKey) {
    const limit = yield* DeliveriesPerUnit
    return (yield* store.removeDeliveries(key, limit)) === limit
  })

  const failRest = Effect.fnUntraced(function* (key: WebhookKey, now: string) {
    while (yield* atomically(failSome(key, now), key));
  })

  const removeRest = Effect.fnUntraced(function* (key: WebhookKey) {
    while (yield* atomically(removeSome(key), key));
  })

  const finish = Effect.gen(function* () {
    for (;;) {
      const found = yield* store.held(perLook)
      if (found.length === 0) return
      for (const { isRemoved, since, ...key } of found) {
        yield* isRemoved ? removeRest(key) : failRest(key, since)
      }
    }
  })

  return { failSome, failRest, removeSome, finish }
})
