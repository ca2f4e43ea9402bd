import {
  changed,
  created,
  decideWebhookRemoval,
  type NewEvent,
  nothing,
  showWebhook,
  WebhookStore,
} from "@outlay/domain"
import { Effect, Exit, Result } from "effect"
import { describe, expect } from "vitest"
import { acme, at, other, plant, type Tenant } from "./given.ts"
import { checks, type Storage, Witness } from "./judge.ts"
import { pageChecks } from "./paging.ts"
import {
  all,
  base,
  deliveriesOf,
  keyOf,
  line,
  lineOf,
  type Ports,
  webhookDeliverySuite,
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

const changing = (name: string, storage: Storage<Ports>): void => {
  const check = checks(storage)

  describe(`${name}: WebhookStore.change`, () => {
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
        expect((yield* load(acme, 1, null)).webhook?.description).toBe("200")
      }),
    )

    check("a refusal leaves nothing, nor does a decision that cannot be written whole", () =>
      Effect.gen(function* () {
        const store = yield* WebhookStore
        yield* plant(acme, base(acme, {}))
        const change = { ...keyOf(acme, 1), delivery_id: null }
        expect(yield* Effect.flip(store.change(change, () => Result.fail("no")))).toBe("no")
        const writes = webhooks(acme, {}, {}).toReversed()
        const events: ReadonlyArray<NewEvent> = [
          { type: "webhook.updated", resource: "webhooks", data: {}, previous: null },
        ]
        const twice = store.change(change, () =>
          Result.succeed({ ...nothing(undefined), writes, events }),
        )
        expect(Exit.isFailure(yield* Effect.exit(twice))).toBe(true)
        expect(yield* store.page(acme.client_id, all)).toMatchObject({ count: 1 })
        expect(yield* Witness.use((_) => _.events(acme.client_id))).toEqual([])
        expect(yield* deliveriesOf(acme, 1)).toEqual([])
      }),
    )

    check("loads how many there are, the webhook and its delivery, or null", () =>
      Effect.gen(function* () {
        const rows = [...base(acme, {}, {}), ...line(acme, {}, { webhook_id: acme.uuid(2) })]
        yield* plant(acme, rows)
        yield* plant(other, base(other))
        const webhook = acme.webhook(1)
        expect(yield* load(acme, 1, 1)).toEqual({
          ...{ webhooks: 2, webhook },
          delivery: acme.delivery(1),
        })
        expect(yield* load(acme, 1, 2)).toEqual({ webhooks: 2, webhook, delivery: null })
        expect(yield* load(acme, 9, 1)).toEqual({ webhooks: 2, webhook: null, delivery: null })
        const none = { webhooks: 0, webhook: null, delivery: null }
        expect(yield* load(other, null, null)).toEqual(none)
        const store = yield* WebhookStore
        const foreign = { ...keyOf(acme, 1), client_id: other.client_id }
        const delivery_id = acme.uuid(1)
        expect(
          yield* store.change({ ...foreign, delivery_id }, (_) => Result.succeed(nothing(_))),
        ).toEqual(none)
        expect(yield* store.get(foreign)).toBeNull()
        expect(yield* store.get(keyOf(acme, 1))).toEqual(showWebhook(webhook))
        expect(yield* store.deliveries(foreign, all)).toEqual({ count: 0, results: [] })
      }),
    )

    check("what is removed is gone, with all that was sent and all that waits", () =>
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const key = keyOf(acme, 1)
        const rows = line(acme, {}, { status: "DELIVERED" }, { webhook_id: acme.uuid(2) })
        yield* plant(acme, [...base(acme, {}, {}), ...rows])
        expect(yield* store.removeDeliveries(key)).toBe(2)
        yield* store.change({ ...key, delivery_id: null }, (_) => decideWebhookRemoval(_, key))
        expect(yield* store.get(key)).toBeNull()
        expect(yield* deliveriesOf(acme, 1)).toEqual([])
        expect(yield* lineOf(acme, 2)).toEqual(["budget.created", "webhook.deleted"])
      }),
    )
  })

  describe(`${name}: WebhookStore.page`, () => {
    pageChecks<Ports>(storage, {
      row: (n, order) => created("webhooks", acme.webhook(n, { created: at(order) })),
      page: (page) => WebhookStore.use((store) => store.page(acme.client_id, page)),
      idOf: acme.uuid,
    })

    check("never shows a secret", () =>
      Effect.gen(function* () {
        yield* plant(acme, base(acme, {}))
        const { results } = yield* WebhookStore.use((store) => store.page(acme.client_id, all))
        expect(results).toEqual([showWebhook(acme.webhook(1))])
      }),
    )
  })
}

/** What a `WebhookStore` promises, and what every other store does for it. */
export const webhookStoreSuite = (name: string, storage: Storage<Ports>): void => {
  changing(name, storage)
  webhookDeliverySuite(name, storage)
}
