import { join } from "node:path"
import {
  Businesses,
  CurrentActor,
  Invites,
  Mailer,
  MessageNotSent,
  Messages,
  operator,
  UnitOfWork,
} from "@outlay/domain"
import type { Message } from "@outlay/domain/fields"
import { Effect, Fiber, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { servicesLayer } from "../src/layers.ts"

const work = temporaryFolder("outbox")

/** A mailer that stores its messages. The first `failures` calls fail. */
const keeping = (failures = 0) => {
  const taken: Array<Message> = []
  let left = failures
  const layer = Layer.succeed(
    Mailer,
    Mailer.of({
      send: (message) =>
        Effect.suspend(() => {
          if (left-- > 0) return Effect.fail(new MessageNotSent({ reason: "The server is away" }))
          taken.push(message)
          return Effect.void
        }),
    }),
  )
  return { taken, layer }
}

const invite = Effect.gen(function* () {
  const { client_id, roles } = yield* Businesses.use((_) =>
    _.create({ name: "Harbour", currency: "AUD" }),
  )
  const body = { email: "sam@example.com", role_id: roles[0]?.id ?? "", payment_types: ["cards"] }
  return yield* Invites.use((_) => _.create(client_id, body as never))
})
const deliver = Messages.use((_) => _.deliver("others"))

const run = <A, E>(
  effect: Effect.Effect<A, E, Layer.Success<ReturnType<typeof servicesLayer>> | Messages>,
  mailer: Layer.Layer<Mailer>,
  file = ":memory:",
) =>
  Effect.runPromise(
    effect.pipe(
      Effect.provideService(CurrentActor, operator),
      Effect.provide(
        Messages.layer.pipe(Layer.provide(mailer), Layer.provideMerge(servicesLayer({ file }))),
      ),
      Effect.provide([TestClock.layer(), Logger.layer([])]),
    ) as Effect.Effect<A, E>,
  )

describe("the outbox", () => {
  test("sends committed messages once, and none before delivery", async () => {
    const { taken, layer } = keeping()
    const counts = Effect.gen(function* () {
      yield* invite
      const before = taken.length
      return [before, yield* deliver, yield* deliver]
    })
    expect(await run(counts, layer)).toEqual([0, 1, 0])
    expect(taken).toMatchObject([{ to: "sam@example.com", subject: /^Harbour invites you/u }])
  })

  test("sends nothing for a dry run", async () => {
    const { taken, layer } = keeping()
    const rehearsed = Effect.gen(function* () {
      yield* UnitOfWork.use((_) => _.dryRun(invite))
      return yield* deliver
    })
    expect(await run(rehearsed, layer)).toBe(0)
    expect(taken).toEqual([])
  })

  test("sends no invite that was cancelled, even while others are being sent", async () => {
    const sent: Array<string> = []
    const cancelled = Effect.gen(function* () {
      const { cancel } = yield* Invites
      const take = ({ client_id, id: invite_id }: { client_id: number; id: number }) =>
        Effect.ignore(cancel({ client_id, invite_id }))
      const early = yield* invite
      yield* Effect.all([invite, invite, invite, invite])
      const late = yield* invite
      yield* take(early)
      const mailer = Mailer.of({
        send: ({ text }) =>
          Effect.suspend(() => {
            sent.push(text)
            return take(late)
          }),
      })
      const messages = Layer.provide(Layer.fresh(Messages.layer), Layer.succeed(Mailer, mailer))
      const counts = yield* Effect.provide(Effect.all([deliver, deliver]), messages)
      const unsent = [early, late].map(({ id }) => `invite number: ${id}.`)
      expect(sent.filter((text) => unsent.some((each) => text.includes(each)))).toEqual([])
      return counts
    })
    expect(await run(cancelled, keeping().layer)).toEqual([5, 0])
    expect(sent).toHaveLength(4)
  })

  test("is not blocked by a slow message, which times out after a minute", async () => {
    const sent: Array<string> = []
    const slow = Layer.succeed(
      Mailer,
      Mailer.of({
        send: ({ id }) =>
          Effect.suspend(() => {
            sent.push(id)
            return sent.length === 1 ? Effect.never : Effect.void
          }),
      }),
    )
    const delivered = Effect.gen(function* () {
      yield* Effect.all([invite, invite, invite])
      const first = yield* Effect.forkChild(deliver)
      yield* TestClock.adjust("59 seconds")
      const before = [first.pollUnsafe() === undefined, sent.length]
      yield* TestClock.adjust("1 second")
      const due = yield* Fiber.join(first)
      yield* TestClock.adjust("10 seconds")
      return [...before, due, yield* deliver, new Set(sent).size, sent.length]
    })
    expect(await run(delivered, slow)).toEqual([true, 3, 3, 1, 3, 4])
  })

  test("retries unsent messages after a pause", async () => {
    const { taken, layer } = keeping(2)
    const tries = Effect.gen(function* () {
      yield* invite
      const first = yield* deliver
      const tooEarly = yield* deliver
      yield* TestClock.adjust("10 seconds")
      const second = yield* deliver
      yield* TestClock.adjust("20 seconds")
      return [first, tooEarly, second, yield* deliver, taken.length, yield* deliver]
    })
    expect(await run(tries, layer)).toEqual([1, 0, 1, 1, 1, 0])
  })

  test("gives up after three days, and retains the message", async () => {
    const { layer } = keeping(1_000)
    const tries = Effect.gen(function* () {
      yield* invite
      let count = 0
      for (let hour = 0; hour < 80; hour++) {
        count += yield* deliver
        yield* TestClock.adjust("1 hour")
      }
      return count
    })
    expect(await run(tries, layer)).toBe(73)
  })

  test("outlives the process: committed messages are sent by the next one", async () => {
    const file = join(work, "killed.db")
    const { taken, layer } = keeping()
    await run(invite, layer, file)
    expect(taken).toEqual([])
    expect(await run(deliver, layer, file)).toBe(1)
    expect(taken).toHaveLength(1)
  })

  test("sends a message again with the same id if a process died after sending it", async () => {
    const file = join(work, "died.db")
    const { taken, layer } = keeping()
    const dying = Layer.effect(
      Mailer,
      Effect.map(Mailer, (mailer) =>
        Mailer.of({ send: (_) => Effect.andThen(mailer.send(_), Effect.interrupt) }),
      ),
    ).pipe(Layer.provide(layer))
    await run(invite, dying, file)
    await run(Effect.exit(deliver), dying, file)
    await run(deliver, layer, file)
    expect(taken).toHaveLength(2)
    expect(taken[0]).toEqual(taken[1])
  })
})
