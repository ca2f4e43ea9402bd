import { Budgets, CurrentActor, Mailer, Messages, Notifications, operator } from "@outlay/domain"
import { Clock, Effect, Layer } from "effect"
import { expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { turnedClock } from "../src/demo/clock.ts"
import { makeDemo } from "../src/demo/make.ts"
import { servicesLayer } from "../src/layers.ts"

/** Returns a mailer that records the subjects of all messages due by now. */
const makeOutbox = () => {
  const subjects: Array<string> = []
  const mailer = Layer.succeed(Mailer, {
    send: ({ subject }) => Effect.sync(() => void subjects.push(subject)),
  })
  const due = Effect.gen(function* () {
    while ((yield* Notifications.use((_) => _.proceed())) > 0);
    while ((yield* Messages.use((_) => _.deliver("others"))) > 0);
    return subjects.splice(0)
  })
  return { due, layer: Layer.provide(Messages.layer, mailer) }
}

test.each([
  ["on a Monday", "2026-11-23T00:00:00.000Z", "4 budget periods have ended"],
  [
    "on a Thursday",
    "2026-11-26T23:59:59.999Z",
    "Field crew meals: what was spent, 26 November 2026",
  ],
])("a demo made %s sends mail only for later events", async (_, until, expected) => {
  const { clock, turn } = turnedClock(await Effect.runPromise(Clock.Clock), until)
  const { due, layer } = makeOutbox()
  const folder = temporaryFolder("receipts")
  const services = layer.pipe(
    Layer.provideMerge(servicesLayer({ file: ":memory:" }, { receipts: { folder } })),
  )
  const days = await Effect.gen(function* () {
    const made = { name: "Harbour", seed: 1, months: 1, until }
    const { client_id } = yield* makeDemo(made, { show: () => {}, end: () => {} })
    const atOnce = yield* due
    turn("2026-11-27T00:01:00.000Z")
    yield* Budgets.use((_) => _.catchUpAll(client_id))
    const ofBudgets = yield* due
    turn("2026-11-30T00:00:00.000Z")
    return { atOnce, ofBudgets, onMonday: yield* due }
  }).pipe(
    Effect.provide(services),
    Effect.provideService(CurrentActor, operator),
    Effect.provideService(Clock.Clock, clock),
    Effect.scoped,
    Effect.runPromise,
  )
  expect(days.atOnce).toEqual([])
  expect(days.ofBudgets).toEqual([expected])
  expect(days.onMonday.filter((_) => _.includes("receipt"))).not.toEqual([])
})
