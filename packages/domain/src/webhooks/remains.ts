import { Context, Effect } from "effect"
import type { WebhookKey } from "../core/records/webhooks.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { receiverGone } from "./rules/attempts.ts"
import { WebhookStore } from "./store.ts"

/**
 * How many deliveries one unit of work removes or fails: a small limit, so that others wait only
 * briefly. Those that are left are held, in units of their own: nothing of them is sent, and where
 * a restart breaks them off, `finish` goes on.
 */
export const DeliveriesPerUnit = Context.Reference<number>("@outlay/domain/DeliveriesPerUnit", {
  defaultValue: () => 1_000,
})

/** How many webhooks are looked up at once whose deliveries are held. */
const perLook = 100

/** What is left of the deliveries of a webhook that was removed, or whose receiver is gone. */
export const remains = Effect.gen(function* () {
  const store = yield* WebhookStore
  const { atomically } = yield* UnitOfWork

  /** Fails the first of what waited at an instant; answers whether there may be more. */
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
