import { equal, ok } from "node:assert/strict"
import type { NewEvent } from "@outlay/domain/fields"
import { changed, created, nothing, WebhookStore } from "@outlay/domain/ports"
import { decideWebhookRemoval, showWebhook } from "@outlay/domain/rules"
import { Effect, Exit, Result } from "effect"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { acme, at, other, plant, type Tenant } from "./given.ts"
import { pageCases } from "./paging.ts"
import {
  all,
  base,
  deliveriesOf,
  keyOf,
  line,
  lineOf,
  type Ports,
  webhookDeliverySuites,
  webhooks,
} from "./webhook-deliveries.ts"

const load = (of: Tenant, webhook: number | null, delivery: number | null) =>
  WebhookStore.use((store) =>
    store.change(
      {
        client_id: of.client_id,
        webhook_id: webhook === null ? null : of.uuid(webhook),
        delivery_id: delivery === null ? null : of.uuid(delivery),
      },
      (context) => Result.succeed(nothing(context)),
    ),
  )

const changing: Suites<Ports> = [
  {
    name: "WebhookStore.change",
    cases: [
      check("200 changes at once: each is asked about what the one before left", () =>
        Effect.gen(function* () {
          yield* plant(acme, base(acme, { event_types: ["none.none"], description: "0" }))
          const count = WebhookStore.use((store) =>
            store.change({ ...keyOf(acme, 1), delivery_id: null }, ({ webhook }) => {
              if (webhook === null) return Result.fail("there is none")
              const after = { ...webhook, description: `${Number(webhook.description) + 1}` }
              const writes = [changed("webhooks", webhook, after)]
              return Result.succeed({ ...nothing(undefined), writes })
            }),
          )
          const changes = Array.from({ length: 200 }, () => count)
          yield* Effect.all(changes, { concurrency: "unbounded" })
          equal((yield* load(acme, 1, null)).webhook?.description, "200")
        }),
      ),

      check("a refusal leaves nothing, nor does a decision that cannot be written whole", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          yield* plant(acme, base(acme, {}))
          const change = { ...keyOf(acme, 1), delivery_id: null }
          equal(yield* Effect.flip(store.change(change, () => Result.fail("no"))), "no")
          const writes = webhooks(acme, {}, {}).toReversed()
          const events: ReadonlyArray<NewEvent> = [
            { type: "webhook.updated", resource: "webhooks", data: {}, previous: null },
          ]
          const twice = store.change(change, () =>
            Result.succeed({ ...nothing(undefined), writes, events }),
          )
          ok(Exit.isFailure(yield* Effect.exit(twice)))
          matches(yield* store.page(acme.client_id, all), { count: 1 })
          deepEqual(yield* Witness.use((_) => _.events(acme.client_id)), [])
          deepEqual(yield* deliveriesOf(acme, 1), [])
        }),
      ),

      check("loads how many there are, the webhook and its delivery, or null", () =>
        Effect.gen(function* () {
          const rows = [...base(acme, {}, {}), ...line(acme, {}, { webhook_id: acme.uuid(2) })]
          yield* plant(acme, rows)
          yield* plant(other, base(other))
          const webhook = acme.webhook(1)
          deepEqual(yield* load(acme, 1, 1), {
            ...{ webhooks: 2, webhook },
            delivery: acme.delivery(1),
          })
          deepEqual(yield* load(acme, 1, 2), { webhooks: 2, webhook, delivery: null })
          deepEqual(yield* load(acme, 9, 1), { webhooks: 2, webhook: null, delivery: null })
          const none = { webhooks: 0, webhook: null, delivery: null }
          deepEqual(yield* load(other, null, null), none)
          const store = yield* WebhookStore
          const foreign = { ...keyOf(acme, 1), client_id: other.client_id }
          const delivery_id = acme.uuid(1)
          deepEqual(
            yield* store.change({ ...foreign, delivery_id }, (_) => Result.succeed(nothing(_))),
            none,
          )
          equal(yield* store.get(foreign), null)
          deepEqual(yield* store.get(keyOf(acme, 1)), showWebhook(webhook))
          deepEqual(yield* store.deliveries(foreign, all), { count: 0, results: [] })
        }),
      ),

      check("what is removed is gone, with all that was sent and all that waits", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const key = keyOf(acme, 1)
          const rows = line(acme, {}, { status: "DELIVERED" }, { webhook_id: acme.uuid(2) })
          yield* plant(acme, [...base(acme, {}, {}), ...rows])
          yield* store.change({ ...key, delivery_id: null }, (_) => decideWebhookRemoval(_, key))
          equal(yield* store.removeDeliveries(key, 100), 2)
          equal(yield* store.get(key), null)
          deepEqual(yield* deliveriesOf(acme, 1), [])
          deepEqual(yield* lineOf(acme, 2), ["budget.created", "webhook.deleted"])
        }),
      ),
    ],
  },

  {
    name: "WebhookStore.page",
    cases: [
      ...pageCases<Ports>({
        row: (n, order) => created("webhooks", acme.webhook(n, { created: at(order) })),
        page: (page) => WebhookStore.use((store) => store.page(acme.client_id, page)),
        idOf: acme.uuid,
      }),

      check("never shows a secret", () =>
        Effect.gen(function* () {
          yield* plant(acme, base(acme, {}))
          const { results } = yield* WebhookStore.use((store) => store.page(acme.client_id, all))
          deepEqual(results, [showWebhook(acme.webhook(1))])
        }),
      ),
    ],
  },
]

/** What a `WebhookStore` promises, and what every other store does for it. */
export const webhookStoreSuites: Suites<Ports> = [...changing, ...webhookDeliverySuites]
