import {
  Businesses,
  CurrentActor,
  Events,
  EventsAsRecorded,
  operator,
  Policies,
  UnitOfWork,
  type WebhookAnswer,
  WebhookDeliveries,
  type WebhookNotSent,
  type WebhookRequest,
  Webhooks,
} from "@outlay/domain"
import { now, SentWebhooks } from "@outlay/domain/ports"
import { epoch, receiverGone, timestamp } from "@outlay/domain/rules"
import { Deferred, Effect, Fiber, Layer, Logger, Random } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, test } from "vitest"
import { MemoryStorage } from "../src/index.ts"

const services = Layer.mergeAll(
  Businesses.layer,
  Events.layer,
  Policies.layer,
  Webhooks.layer,
  WebhookDeliveries.layer,
  Layer.succeed(CurrentActor, operator),
)

type Receiver = (request: WebhookRequest) => Effect.Effect<WebhookAnswer, WebhookNotSent>
type Everything = Layer.Success<typeof services> | UnitOfWork | SentWebhooks

/** Runs on a new storage, with receivers that respond like this, and a fixed random number. */
const run = <A, E>(respond: Receiver, work: Effect.Effect<A, E, Everything>): Promise<A> =>
  Effect.runPromise(
    work.pipe(
      Effect.provide(
        services.pipe(
          Layer.provideMerge(Layer.provide(MemoryStorage.layer, EventsAsRecorded)),
          Layer.provideMerge(SentWebhooks.layer({ respond })),
        ),
      ),
      Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }),
      Effect.provide([TestClock.layer(), Logger.layer([])]),
    ) as Effect.Effect<A, E>,
  )

const status = (status: number, retry_after: string | null = null) =>
  Effect.succeed({ status, retry_after })
const everyone: Receiver = () => status(204)

const business = Businesses.use((_) => _.create({ name: "Acme", currency: "AUD" }))
const webhook = (client_id: number, name = "books", event_types: ReadonlyArray<string> = ["*"]) =>
  Webhooks.use((_) => _.create(client_id, { url: `https://${name}.example.test/`, event_types }))
const policy = (client_id: number, name: string) =>
  Policies.use((_) => _.create(client_id, { name }))
const deliver = WebhookDeliveries.use((_) => _.deliver())
const all = { offset: 0, limit: 500 }
/** Returns deliveries in the order of their queue, because all have the same time. */
const deliveries = (client_id: number, webhook_id: string) =>
  Effect.map(
    Webhooks.use((_) => _.deliveries({ client_id, webhook_id }, all)),
    ({ results }) => results.toSorted((a, b) => a.sequence - b.sequence),
  )

/** Returns requests as `<receiver> <what>`: the name of a policy, or the type of another event. */
const sent = Effect.map(
  SentWebhooks.use((_) => _.all),
  (requests) =>
    requests.map(({ url, event: { data, type } }) => {
      const { name } = data as { readonly name?: string }
      return `${new URL(url).hostname.split(".")[0]} ${type.startsWith("policy.") ? name : type}`
    }),
)

describe("deliveries", () => {
  test("are sent once and in order, first the event of its creation", async () => {
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      yield* policy(client_id, "before")
      yield* webhook(client_id, "all")
      yield* webhook(client_id, "some", ["policy.*"])
      const off = yield* webhook(client_id, "off")
      const key = { client_id, webhook_id: off.id }
      yield* Webhooks.use((_) => _.update(key, { enabled: false }))
      for (const name of ["a", "b", "c"]) yield* policy(client_id, name)
      return [yield* deliver, yield* deliver, yield* sent, yield* deliveries(client_id, off.id)]
    })
    const [first, second, requests, waiting] = await run(everyone, work)
    expect([first, second]).toEqual([10, 0])
    const of = (name: string) =>
      (requests as ReadonlyArray<string>).filter((_) => _.startsWith(name))
    expect(of("some")).toEqual(["some a", "some b", "some c"])
    expect(of("all")).toEqual([
      ...Array.from({ length: 3 }, () => "all webhook.created"),
      ...["all webhook.updated", "all a", "all b", "all c"],
    ])
    expect(waiting).toMatchObject([{ status: "PENDING", event_type: "webhook.created" }])
  })

  test("do not exist for a dry run or a rolled-back unit of work", async () => {
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id)
      yield* UnitOfWork.use((_) => _.dryRun(policy(client_id, "rehearsed")))
      const undone = Effect.andThen(policy(client_id, "undone"), Effect.fail("no"))
      yield* Effect.flip(UnitOfWork.use((_) => _.atomically(undone)))
      return yield* deliveries(client_id, id)
    })
    expect(await run(everyone, work)).toHaveLength(1)
  })

  test("to a failing receiver are pending, and do not delay those of others", async () => {
    let broken = true
    const receiver: Receiver = ({ url }) =>
      url.includes("broken") && broken ? status(500) : status(204)
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id, "broken", ["policy.*"])
      yield* webhook(client_id, "well", ["policy.*"])
      for (const name of ["a", "b"]) yield* policy(client_id, name)
      yield* deliver
      const first = yield* sent
      yield* TestClock.adjust("7 seconds")
      const early = yield* deliver
      yield* TestClock.adjust("1 second")
      broken = false
      const late = yield* deliver
      return { first, early, late, all: yield* sent, saved: yield* deliveries(client_id, id) }
    })
    const { first, early, late, all, saved } = await run(receiver, work)
    expect(first.toSorted()).toEqual(["broken a", "well a", "well b"])
    expect([early, late]).toEqual([0, 2])
    expect(all.slice(3)).toEqual(["broken a", "broken b"])
    expect(saved.map((_) => [_.status, _.attempts])).toEqual([
      ["DELIVERED", 2],
      ["DELIVERED", 1],
    ])
  })

  test.each([
    ["another URL", { url: "https://well.example.test/" }, 2],
    ["enabled again", { enabled: true }, 2],
    ["another description", { description: "Books" }, 0],
  ])("are retried at once after some changes of the webhook: %s", async (_, patch, tried) => {
    let broken = true
    const receiver: Receiver = () => status(broken ? 500 : 204)
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id, "broken", ["policy.*"])
      const key = { client_id, webhook_id: id }
      for (const name of ["a", "b"]) yield* policy(client_id, name)
      yield* deliver
      if ("enabled" in patch) yield* Webhooks.use((_) => _.update(key, { enabled: false }))
      broken = false
      yield* Webhooks.use((_) => _.update(key, patch))
      return [yield* deliver, (yield* deliveries(client_id, id))[0]?.attempts]
    })
    expect(await run(receiver, work)).toEqual([tried, 1])
  })

  test("fail three days after their first attempt, and the queue continues", async () => {
    const receiver: Receiver = ({ event }) =>
      (event.data as { name?: string }).name === "poison" ? status(400) : status(204)
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id, "books", ["policy.*"])
      const start = yield* now
      for (const name of ["poison", "b"]) yield* policy(client_id, name)
      const instants: Array<string> = []
      for (;;) {
        yield* deliver
        const [poison] = yield* deliveries(client_id, id)
        if (poison?.next_attempt === undefined || poison.next_attempt === null) break
        instants.push(poison.next_attempt)
        yield* TestClock.setTime(epoch(poison.next_attempt))
      }
      return { start, instants, saved: yield* deliveries(client_id, id) }
    })
    const { start, instants, saved } = await run(receiver, work)
    const pauses = [start, ...instants].map(epoch).map((at, n, list) => at - (list[n - 1] ?? at))
    expect(pauses.slice(1, 6)).toEqual([7_500, 15_000, 30_000, 60_000, 120_000])
    expect(Math.max(...pauses)).toBe(2_700_000)
    expect(instants.at(-1)).toBe(timestamp(epoch(start) + 3 * 86_400_000))
    expect(saved).toMatchObject([
      { status: "FAILED", attempts: instants.length + 1, response_status: 400 },
      { status: "DELIVERED" },
    ])
  })

  test("disable the webhook after a 410 response, fail, and cause an event", async () => {
    let isGone = true
    const receiver: Receiver = ({ url }) =>
      url.includes("gone") && isGone ? status(410) : status(200)
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id, "gone")
      yield* webhook(client_id, "audit", ["webhook.disabled"])
      for (const name of ["a", "b"]) yield* policy(client_id, name)
      const key = { client_id, webhook_id: id }
      yield* deliver
      const disabled = yield* Webhooks.use((_) => _.get(key))
      const saved = yield* deliveries(client_id, id)
      yield* policy(client_id, "c")
      isGone = false
      yield* Webhooks.use((_) => _.update(key, { enabled: true }))
      yield* policy(client_id, "d")
      const delivery_id = saved.at(-1)?.id ?? ""
      yield* Webhooks.use((_) => _.redeliver({ ...key, delivery_id }))
      yield* deliver
      return { disabled, saved, sent: yield* sent }
    })
    const { disabled, saved, sent: requests } = await run(receiver, work)
    expect(disabled).toMatchObject({ enabled: false, disabled_reason: receiverGone })
    expect(saved.map((_) => [_.status, _.error, _.response_status])).toEqual([
      ["FAILED", null, 410],
      ["FAILED", receiverGone, null],
      ["FAILED", receiverGone, null],
      ["FAILED", receiverGone, null],
    ])
    const again = ["gone webhook.updated", "gone d"]
    expect(requests).toEqual([
      ...["gone webhook.created", "audit webhook.disabled"],
      ...["gone b", ...again],
    ])
  })

  test("stay unchanged after an interruption, and are sent again with the same id", async () => {
    const begun = Deferred.makeUnsafe<void>()
    let stuck = true
    const receiver: Receiver = () =>
      stuck ? Effect.andThen(Deferred.succeed(begun, undefined), Effect.never) : status(204)
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id)
      const fiber = yield* Effect.forkChild(deliver)
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
      const [saved] = yield* deliveries(client_id, id)
      stuck = false
      const count = yield* deliver
      const requests = yield* SentWebhooks.use((_) => _.all)
      return { saved, count, ids: new Set(requests.map(({ event }) => event.id)), requests }
    })
    const { saved, count, ids, requests } = await run(receiver, work)
    expect(saved).toMatchObject({ status: "PENDING", attempts: 0, last_attempt: null })
    expect([count, ids.size, requests.length]).toEqual([1, 1, 2])
  })

  test("stay pending if their sender interrupts itself", async () => {
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id)
      return [yield* deliver, (yield* deliveries(client_id, id))[0]?.status]
    })
    expect(await run(() => Effect.interrupt, work)).toEqual([0, "PENDING"])
  })

  test("become due and are sent while another receiver is slow", async () => {
    const begun = Deferred.makeUnsafe<void>()
    const free = Deferred.makeUnsafe<void>()
    const receiver: Receiver = ({ url }) =>
      url.includes("slow")
        ? Effect.andThen(
            Deferred.succeed(begun, undefined),
            Effect.as(Deferred.await(free), { status: 204, retry_after: null }),
          )
        : status(204)
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      yield* webhook(client_id, "slow", ["policy.*"])
      yield* webhook(client_id, "quick", ["policy.*"])
      yield* policy(client_id, "a")
      const fiber = yield* Effect.forkChild(deliver)
      yield* Deferred.await(begun)
      yield* policy(client_id, "b")
      yield* TestClock.adjust("1 second")
      const meanwhile = yield* sent
      yield* Deferred.succeed(free, undefined)
      return { meanwhile, count: yield* Fiber.join(fiber), sent: yield* sent }
    })
    const { meanwhile, count, sent: requests } = await run(receiver, work)
    expect(meanwhile).toEqual(["slow a", "quick a", "quick b"])
    expect([count, requests.at(-1)]).toEqual([4, "slow b"])
  })

  test("are all sent, with more webhooks than workers and queues longer than a turn", async () => {
    const work = Effect.gen(function* () {
      for (let n = 0; n < 20; n++) {
        const { client_id } = yield* business
        for (let of = 0; of < 10; of++) yield* webhook(client_id, `w${n}-${of}`, ["policy.*"])
        yield* policy(client_id, "a")
      }
      const { client_id } = yield* business
      yield* webhook(client_id, "long", ["policy.*"])
      for (let n = 0; n < 600; n++) yield* policy(client_id, String(n))
      return [yield* deliver, yield* sent]
    })
    const receiver: Receiver = () => Effect.andThen(Effect.yieldNow, status(204))
    const [count, requests] = await run(receiver, work)
    expect(count).toBe(800)
    expect((requests as ReadonlyArray<string>).filter((_) => _.startsWith("long"))).toEqual(
      Array.from({ length: 600 }, (_, n) => `long ${n}`),
    )
    expect(new Set(requests as ReadonlyArray<string>).size).toBe(800)
  })

  test("to slow receivers of a few businesses leave workers free, and take turns", async () => {
    const began: Array<string> = []
    const receiver: Receiver = ({ url }) =>
      Effect.suspend(() => {
        began.push(url)
        const pause = url.includes("slow") ? Effect.sleep("13 seconds") : Effect.void
        return Effect.andThen(pause, status(204))
      })
    const work = Effect.gen(function* () {
      for (let n = 0; n < 3; n++) {
        const { client_id } = yield* business
        for (let each = 0; each < 20; each++) yield* webhook(client_id, `slow-${n}-${each}`)
      }
      const fiber = yield* Effect.forkChild(deliver)
      yield* TestClock.adjust("1 second")
      // Each business has started sixteen; four of each wait for the end of a turn.
      const slow = began.length
      const other = yield* business
      yield* webhook(other.client_id, "quick")
      yield* TestClock.adjust("1 second")
      const isSent = began.at(-1)?.includes("quick")
      yield* TestClock.adjust("12 seconds")
      yield* Fiber.interrupt(fiber)
      return [slow, isSent, new Set(began).size]
    })
    expect(await run(receiver, work)).toEqual([48, true, 61])
  })

  test("to a sender with a defect count as not sent", async () => {
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id)
      yield* deliver
      return yield* deliveries(client_id, id)
    })
    expect(await run(() => Effect.die(new Error("whsec_secret")), work)).toMatchObject([
      { status: "PENDING", attempts: 1, error: "The sender failed." },
    ])
  })

  test("are signed with every valid secret: two for a day after a rotation", async () => {
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id, secret } = yield* webhook(client_id)
      const key = { client_id, webhook_id: id }
      const rotated = yield* Webhooks.use((_) => _.update(key, { rotate_secret: true }))
      yield* deliver
      yield* TestClock.adjust("1 day")
      yield* policy(client_id, "later")
      yield* deliver
      const requests = yield* SentWebhooks.use((_) => _.all)
      const events = yield* Events.use((_) => _.list(client_id, {}, all))
      return { secrets: requests.map((_) => _.secrets), first: secret, now: rotated.secret, events }
    })
    const { secrets, first, now: current, events } = await run(everyone, work)
    expect([first, current]).toEqual(Array(2).fill(expect.stringMatching(/^whsec_[\w+/]{43}=$/u)))
    expect(secrets).toEqual([[current, first], [current, first], [current]])
    expect(JSON.stringify(events)).not.toContain("whsec_")
  })

  test("are removed thirty days after they were settled; pending ones stay", async () => {
    const receiver: Receiver = ({ url }) => status(url.includes("broken") ? 500 : 204)
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id, "well", ["policy.*"])
      const broken = yield* webhook(client_id, "broken", ["policy.*"])
      yield* policy(client_id, "a")
      yield* deliver
      const prune = WebhookDeliveries.use((_) => _.prune())
      const removed = [yield* TestClock.adjust("30 days"), yield* prune]
      removed.push(yield* TestClock.adjust(1), yield* prune)
      const left = yield* Effect.forEach([id, broken.id], (_) => deliveries(client_id, _))
      return { removed, left: left.map((_) => _.length) }
    })
    expect(await run(receiver, work)).toEqual({
      removed: [undefined, 0, undefined, 1],
      left: [0, 1],
    })
  })

  test("are removed with their webhook", async () => {
    const work = Effect.gen(function* () {
      const { client_id } = yield* business
      const { id } = yield* webhook(client_id)
      yield* policy(client_id, "a")
      yield* Webhooks.use((_) => _.remove({ client_id, webhook_id: id }))
      yield* policy(client_id, "b")
      return [yield* deliver, yield* Effect.flip(deliveries(client_id, id))]
    })
    expect(await run(everyone, work)).toMatchObject([0, { _tag: "NotFound" }])
  })
})
