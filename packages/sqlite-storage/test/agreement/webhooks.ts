import { WebhookNotSent, Webhooks } from "@outlay/domain"
import { now, Store, WebhookStore, webhookContext } from "@outlay/domain/ports"
import { decideWebhookAttempt, receiverGone, TargetNotAllowed } from "@outlay/domain/rules"
import { Effect } from "effect"
import fc from "fast-check"
import { maybe, nth, onBudgets, weighted, work } from "./commands.ts"

const url = fc.constantFrom("https://a.example.test/", "https://b.example.test/", "http://no/")
const types = fc.uniqueArray(
  fc.constantFrom("*", "budget.*", "budget_member.created", "topup.*", "webhook.updated"),
  { minLength: 1, maxLength: 3 },
)

/** Refuses the URLs that no webhook may have. */
export const check = (url: string) =>
  url.startsWith("https:")
    ? Effect.void
    : Effect.fail(new TargetNotAllowed({ reason: "Only https." }))

/** Secrets are random: only their presence is compared. */
const withoutSecret = <E, R>(webhook: Effect.Effect<{ readonly secret: string | null }, E, R>) =>
  Effect.map(webhook, ({ secret, ...rest }) => ({ ...rest, isIssued: secret !== null }))

const createWebhook = work(
  "create webhook",
  fc.record({ of: nth, url, event_types: types, description: maybe(fc.constant("Bücher")) }),
  ({ of, ...input }) =>
    (known) =>
      withoutSecret(Webhooks.use((_) => _.create(known.client(of), input))),
)

const updateWebhook = work(
  "update webhook",
  fc.record({
    ...{ of: nth, url: maybe(url), event_types: maybe(types) },
    ...{ enabled: maybe(fc.boolean()), rotate_secret: maybe(fc.constant(true as const)) },
  }),
  ({ of, ...patch }) =>
    (known) =>
      withoutSecret(Webhooks.use((_) => _.update(known.webhook(of), patch))),
)

const removeWebhook = work(
  "remove webhook",
  nth,
  (of) => (known) => Webhooks.use((_) => _.remove(known.webhook(of))),
)

const redeliver = work(
  "redeliver",
  fc.record({ of: nth, offset: fc.nat({ max: 5 }) }),
  ({ of, offset }) =>
    (known) =>
      Effect.gen(function* () {
        const key = known.webhook(of)
        const page = { offset: 0, limit: 500 }
        const { results } = yield* Webhooks.use((_) => _.deliveries(key, page))
        // Ids are random: for deliveries of one instant, only the place in the queue is the same.
        const line = results.toSorted((a, b) => a.sequence - b.sequence)
        const delivery_id = line[offset]?.id ?? "none"
        const {
          id: _,
          event_id: __,
          ...rest
        } = yield* Webhooks.use((_) => _.redeliver({ ...key, delivery_id }))
        return rest
      }),
)

/** Sends the first due delivery, to a receiver that returns this status, or none at all (0). */
const attempt = work(
  "attempt",
  fc.constantFrom(204, 204, 204, 500, 410, 0),
  (status) => () =>
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const [key] = yield* store.due(yield* now, { after: "", limit: 1 })
      const head = key === undefined ? null : yield* store.first(key)
      if (key === undefined || head === null) return null
      const outcome =
        status === 0 ? new WebhookNotSent({ reason: "no" }) : { status, retry_after: null }
      const sent = { url: head.webhook.url, since: head.delivery.updated }
      const tried = { ...sent, outcome, chance: 0.5, now: yield* now }
      const look = webhookContext({ ...key, delivery_id: head.delivery.id })
      const { change } = yield* Store
      const settled = yield* change(key.client_id, look, (context) =>
        decideWebhookAttempt(context, tried),
      )
      // The other deliveries are held until the webhook is enabled again.
      const why = { error: receiverGone, now: tried.now, limit: 2 }
      const failed = settled?.disabled === true ? yield* store.failWaiting(key, why) : 0
      return { type: head.event.type, settled, failed }
    }),
)

/** Removes all or none: the order of deliveries that were settled at one instant is undefined. */
const prune = work(
  "prune deliveries",
  fc.constantFrom(0, 1_000),
  (limit) => () =>
    Effect.gen(function* () {
      const time = yield* now
      return yield* WebhookStore.use((_) => _.prune(time, limit))
    }),
)

/** Commands on webhooks, mixed with those on budgets. */
export const onWebhooks = weighted(
  [12, onBudgets],
  [5, createWebhook],
  [4, updateWebhook],
  [1, removeWebhook],
  [2, redeliver],
  [9, attempt],
  [1, prune],
)
