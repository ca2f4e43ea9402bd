import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type {
  CreateWebhook,
  UpdateWebhook,
  WebhookDeliveryKey,
  WebhookKey,
} from "../core/records/webhooks.ts"
import { Store } from "../core/store.ts"
import { DryRun, UnitOfWork } from "../core/unit-of-work.ts"
import { webhookById, webhookContext, webhooksByCreated } from "./looks.ts"
import { remains } from "./remains.ts"
import { decideRedelivery } from "./rules/attempts.ts"
import { decideWebhook, decideWebhookRemoval, decideWebhookUpdate } from "./rules/definition.ts"
import { newWebhookSecret } from "./secret.ts"
import { WebhookSender } from "./sender.ts"
import { WebhookStore } from "./store.ts"

const make = Effect.gen(function* () {
  const { read, change } = yield* Store
  const queues = yield* WebhookStore
  const { tryAgain, redeliver } = yield* queue
  const { removeSome } = yield* remains
  const sender = yield* WebhookSender
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = (client_id: number, page: PageRequest) => read(client_id, webhooksByCreated(page))

  const find = ({ client_id, webhook_id }: WebhookKey) => read(client_id, webhookById(webhook_id))

  const get = (key: WebhookKey) => existingIn(find(key), "webhook", key.webhook_id)

  const create = Effect.fn("Webhooks.create")(function* (
    client_id: number,
    webhook: CreateWebhook,
  ) {
    const command = {
      ...webhook,
      client_id,
      id: yield* ids.uuid,
      secret: yield* newWebhookSecret,
      target: yield* Effect.result(sender.check(webhook.url)),
      now: yield* currentTime,
    }
    const look = webhookContext({ webhook_id: null })
    return yield* change(client_id, look, (context) => decideWebhook(context, command))
  })

  const update = Effect.fn("Webhooks.update")(function* (key: WebhookKey, patch: UpdateWebhook) {
    const before = yield* find(key)
    const check = patch.url === undefined ? Effect.void : sender.check(patch.url)
    const command = {
      ...patch,
      secret: yield* newWebhookSecret,
      target: yield* Effect.result(check),
      now: yield* currentTime,
    }
    const webhook = yield* change(key.client_id, webhookContext(key), (context) =>
      decideWebhookUpdate(context, key, command),
    )
    const isAnother = webhook.url !== before?.url
    const isBack = webhook.enabled && before?.enabled === false
    if (isAnother || isBack) yield* tryAgain(key, command.now)
    return webhook
  }, atomically)

  const remove = Effect.fn("Webhooks.remove")(function* (key: WebhookKey) {
    yield* change(key.client_id, webhookContext(key), (context) =>
      decideWebhookRemoval(context, key),
    )
    yield* removeSome(key)
  }, atomically)

  const deliveries = Effect.fnUntraced(function* (key: WebhookKey, page: PageRequest) {
    yield* get(key)
    return yield* queues.deliveries(key, page)
  })

  return {
    /** Returns the webhooks of a business, oldest first, without their secrets. */
    list,
    /** Returns a webhook, without its secret. Refused: `NotFound`. */
    get,
    /**
     * Creates a webhook and returns its secret, "`whsec_…`", which is not shown again. "Targets on
     * loopback, link-local and private ranges are refused unless the operator allows them."
     * Refused: `TargetNotAllowed`, `TooManyWebhooks`.
     */
    create,
    /**
     * Changes the given fields only; `rotate_secret` returns a new secret. A new URL, or enabling
     * the webhook again, starts the pending deliveries at once. Refused: `NotFound`,
     * `TargetNotAllowed`.
     */
    update,
    /**
     * Deletes a webhook with its deliveries: many are removed later, by `WebhookDeliveries.prune`.
     * Refused: `NotFound`.
     */
    remove,
    /**
     * Returns the deliveries of a webhook with their attempts so far; times are in UTC. Refused:
     * `NotFound` for the webhook.
     */
    deliveries,
    /**
     * Puts a delivery back in the queue, as if it had never been attempted. Refused: `NotFound`.
     */
    redeliver,
  }
})

/** Operations on the pending deliveries of a webhook. */
const queue = Effect.gen(function* () {
  const { change } = yield* Store
  const queues = yield* WebhookStore
  const { beforehand } = yield* UnitOfWork
  const { failRest } = yield* remains

  const putBack = (key: WebhookDeliveryKey, now: string) =>
    change(key.client_id, webhookContext(key), (context) => decideRedelivery(context, key, now))

  /**
   * Makes the pending deliveries due at once, and retries them for three days from now, because
   * their receiver may be another one.
   */
  const tryAgain = Effect.fnUntraced(function* (key: WebhookKey, now: string) {
    const heldDeliveries = yield* queues.heldOf(key)
    if (heldDeliveries !== null && !(yield* DryRun))
      yield* beforehand(failRest(key, heldDeliveries.since))
    const queued = yield* queues.first(key)
    if (queued === null) return
    yield* putBack({ ...key, delivery_id: queued.delivery.id }, now)
  })

  const redeliver = Effect.fn("Webhooks.redeliver")(function* (key: WebhookDeliveryKey) {
    return yield* putBack(key, yield* currentTime)
  })

  return { tryAgain, redeliver }
})

/**
 * Webhooks receive the events of a business, "at least once, in order". `WebhookDeliveries` sends
 * them.
 */
export class Webhooks extends Context.Service<Webhooks, Effect.Success<typeof make>>()(
  "@outlay/domain/Webhooks",
) {
  static readonly layer = Layer.effect(Webhooks, make)
}
