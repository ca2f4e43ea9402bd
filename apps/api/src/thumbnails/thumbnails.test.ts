import { Thumbnails } from "@outlay/domain/ports"
import { Deferred, Effect, Fiber, Stream } from "effect"
import sharp from "sharp"
import { expect, test } from "vitest"
import { DrawingPatience, drawnThumbnails } from "./thumbnails.ts"

const red = { create: { width: 8, height: 8, channels: 3, background: "red" } } as const
const picture = new Uint8Array(await sharp(red).png().toBuffer())

/** A picture whose bytes are held back until `free`. `requested` and `left` signal its readers. */
const held = () => {
  const free = Deferred.makeUnsafe<void>()
  const [requested, left] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  let count = 0
  const bytes = Stream.unwrap(
    Effect.gen(function* () {
      count++
      yield* Deferred.succeed(requested, undefined)
      yield* Effect.onInterrupt(Deferred.await(free), () => Deferred.succeed(left, undefined))
      return Stream.make(picture)
    }),
  )
  return { bytes, free, requested, left, count: () => count }
}

const run = <A>(work: Effect.Effect<A, unknown>): Promise<A> =>
  Effect.runPromise(
    work.pipe(
      Effect.provide(drawnThumbnails),
      // A busy machine starts processes of low priority late.
      Effect.provideService(DrawingPatience, 300_000),
      Effect.scoped,
    ),
  )

test("a picture that several callers request is drawn once", async () => {
  const { bytes, free, requested, count } = held()
  const work = Effect.gen(function* () {
    const { draw } = yield* Thumbnails
    const fibers = yield* Effect.all(
      [draw("a", bytes), draw("a", bytes), draw("a", bytes)].map((_) => Effect.forkChild(_)),
    )
    yield* Deferred.await(requested)
    yield* Fiber.interrupt(fibers[0] as (typeof fibers)[0])
    yield* Deferred.succeed(free, undefined)
    return yield* Effect.forEach(fibers.slice(1), Fiber.join)
  })
  const [first, second] = await run(work)
  expect(first).toBeInstanceOf(Uint8Array)
  expect(second).toBe(first)
  expect(count()).toBe(1)
})

test("a drawing without any remaining caller is cancelled and frees its place", async () => {
  const [first, second] = [held(), held()]
  const work = Effect.gen(function* () {
    const { draw } = yield* Thumbnails
    const fibers = yield* Effect.all([
      Effect.forkChild(draw("a", first.bytes)),
      Effect.forkChild(draw("b", second.bytes)),
    ])
    yield* Effect.all([Deferred.await(first.requested), Deferred.await(second.requested)])
    const third = yield* Effect.forkChild(draw("c", Stream.make(picture)))
    yield* Fiber.interrupt(fibers[0])
    yield* Deferred.await(first.left)
    const drawn = yield* Fiber.join(third)
    yield* Fiber.interrupt(fibers[1])
    return drawn
  })
  expect(await run(work)).toBeInstanceOf(Uint8Array)
})

test("the number of pending drawings is limited", async () => {
  const { bytes, free } = held()
  const work = Effect.gen(function* () {
    const { draw } = yield* Thumbnails
    const waiting = yield* Effect.forEach(Array.from({ length: 64 }), (_, n) =>
      Effect.forkChild(draw(`${n}`, bytes)),
    )
    yield* Effect.yieldNow
    const more = yield* draw("more", bytes)
    const again = yield* Effect.forkChild(draw("63", bytes))
    yield* Fiber.interruptAll(waiting.slice(0, 63))
    yield* Deferred.succeed(free, undefined)
    return [more, yield* Fiber.join(again)]
  })
  expect(await run(work)).toEqual(["busy", expect.any(Uint8Array)])
})
