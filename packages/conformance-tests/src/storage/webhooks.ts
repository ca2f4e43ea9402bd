import { equal, ok } from "node:assert/strict"
import type { NewEvent } from "@outlay/domain/fields"
import {
  changed,
  created,
  nothing,
  WebhookStore,
  webhookById,
  webhookContext,
  webhooksByCreated,
} from "@outlay/domain/ports"
import { decideWebhookRemoval, showWebhook } from "@outlay/domain/rules"
import { Effect, Exit, Result } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { acme, at, other, plant } from "./given.ts"
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

const contextOf = (webhook: number | null, delivery?: number) =>
  webhookContext({
    webhook_id: webhook === null ? null : acme.uuid(webhook),
    ...(delivery === undefined ? {} : { delivery_id: acme.uuid(delivery) }),
  })

const changing: Suites<Ports> = [
  {
    name: "Webhooks: change",
    cases: [
      check("200 concurrent changes: each sees the result of the one before", () =>
        Effect.gen(function* () {
          yield* plant(acme, base(acme, { event_types: ["none.none"], description: "0" }))
          const count = change(acme, contextOf(1), ({ webhook }) => {
            if (webhook === null) return Result.fail("there is none")
            const after = { ...webhook, description: `${Number(webhook.description) + 1}` }
            const writes = [changed("webhooks", webhook, after)]
            return Result.succeed({ ...nothing(undefined), writes })
          })
          const changes = Array.from({ length: 200 }, () => count)
          yield* Effect.all(changes, { concurrency: "unbounded" })
          equal((yield* load(acme, contextOf(1))).webhook?.description, "200")
        }),
      ),

      check("a refusal stores nothing, nor does a decision that cannot be fully written", () =>
        Effect.gen(function* () {
          yield* plant(acme, base(acme, {}))
          equal(yield* Effect.flip(change(acme, contextOf(1), () => Result.fail("no"))), "no")
          const writes = webhooks(acme, {}, {}).toReversed()
          const events: ReadonlyArray<NewEvent> = [
            { type: "webhook.updated", resource: "webhooks", data: {}, previous: null },
          ]
          const twice = change(acme, contextOf(1), () =>
            Result.succeed({ ...nothing(undefined), writes, events }),
          )
          ok(Exit.isFailure(yield* Effect.exit(twice)))
          matches(yield* read(acme, webhooksByCreated(all)), { count: 1 })
          deepEqual(yield* Witness.use((_) => _.events(acme.client_id)), [])
          deepEqual(yield* deliveriesOf(acme, 1), [])
        }),
      ),

      check("loads the number of webhooks, the webhook and its delivery, or null", () =>
        Effect.gen(function* () {
          const rows = [...base(acme, {}, {}), ...line(acme, {}, { webhook_id: acme.uuid(2) })]
          yield* plant(acme, rows)
          yield* plant(other, base(other))
          const webhook = acme.webhook(1)
          deepEqual(yield* load(acme, contextOf(1, 1)), {
            ...{ webhooks: 2, webhook },
            delivery: acme.delivery(1),
          })
          deepEqual(yield* load(acme, contextOf(1, 2)), { webhooks: 2, webhook, delivery: null })
          deepEqual(yield* load(acme, contextOf(9, 1)), {
            webhooks: 2,
            webhook: null,
            delivery: null,
          })
          const none = { webhooks: 0, webhook: null, delivery: null }
          deepEqual(yield* load(other, contextOf(null)), none)
          deepEqual(yield* load(other, contextOf(1, 1)), none)
          equal(yield* read(other, webhookById(webhook.id)), null)
          deepEqual(yield* read(acme, webhookById(webhook.id)), showWebhook(webhook))
          const foreign = { ...keyOf(acme, 1), client_id: other.client_id }
          const deliveries = yield* WebhookStore.use((store) => store.deliveries(foreign, all))
          deepEqual(deliveries, { count: 0, results: [] })
        }),
      ),

      check("a removed webhook is gone with all of its deliveries", () =>
        Effect.gen(function* () {
          const store = yield* WebhookStore
          const key = keyOf(acme, 1)
          const rows = line(acme, {}, { status: "DELIVERED" }, { webhook_id: acme.uuid(2) })
          yield* plant(acme, [...base(acme, {}, {}), ...rows])
          yield* change(acme, contextOf(1), (_) => decideWebhookRemoval(_, key))
          equal(yield* store.removeDeliveries(key, 100), 2)
          equal(yield* read(acme, webhookById(key.webhook_id)), null)
          deepEqual(yield* deliveriesOf(acme, 1), [])
          deepEqual(yield* lineOf(acme, 2), ["budget.created", "webhook.deleted"])
        }),
      ),
    ],
  },

  {
    name: "Webhooks: list",
    cases: [
      ...pageCases<Ports>({
        row: (n, order) => created("webhooks", acme.webhook(n, { created: at(order) })),
        page: (page) => read(acme, webhooksByCreated(page)),
        idOf: acme.uuid,
      }),

      check("never shows a secret", () =>
        Effect.gen(function* () {
          yield* plant(acme, base(acme, {}))
          const { results } = yield* read(acme, webhooksByCreated(all))
          deepEqual(results, [showWebhook(acme.webhook(1))])
        }),
      ),
    ],
  },
]

/** Guarantees of a storage for webhooks. */
export const webhookStoreSuites: Suites<Ports> = [...changing, ...webhookDeliverySuites]
