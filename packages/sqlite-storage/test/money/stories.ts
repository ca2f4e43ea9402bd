import { Effect } from "effect"
import fc from "fast-check"
import { cadences, day } from "./calendar.ts"
import { cents, type Engine, makeEngine, type Shown } from "./engine.ts"
import * as model from "./model.ts"

const cadence = fc.constantFrom(...cadences)
const budget = fc.nat(1)
const user = fc.nat(2)
const some = fc.integer({ min: 1, max: 9_000 })
const maybe = <A>(value: fc.Arbitrary<A>) => fc.option(value, { nil: null, freq: 3 })
const which = fc.nat(7)
/** Time since it happened: mostly weeks, and sometimes from before the budgets existed. */
const ago = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 40 * day }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 400 * day }) },
)

const plan: fc.Arbitrary<model.Plan> = fc.record({
  cadence,
  rollover: fc.boolean(),
  limits: fc.boolean(),
  shares: fc
    .uniqueArray(user, { minLength: 1, maxLength: 3 })
    .chain((users) =>
      fc.tuple(...users.map((one) => fc.nat(9_000).map((share) => [one, share] as const))),
    ),
})

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      // The clock of a machine may also step back.
      time: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 40 * day }) },
        { weight: 1, arbitrary: fc.integer({ min: -3 * day, max: 0 }) },
      ),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("record" as const),
      budget: maybe(budget),
      user: maybe(user),
      amount: fc.integer({ min: -9_000, max: 3_000 }),
      ago,
      status: fc.constantFrom("AUTHED" as const, "CLEARED" as const, "DECLINED" as const),
      /** Index of a payment to record again, if any. */
      again: maybe(which),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ kind: fc.constant("authorise" as const), budget, user, amount: some, ago },
      again: maybe(which),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom("clear" as const, "reverse" as const, "refund" as const),
      ...{ which, amount: maybe(some) },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: fc.constant("hand" as const), which },
      ...{ budget: maybe(budget), user: maybe(user) },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: fc.constant("topup" as const), budget, user: maybe(user) },
      amount: fc.integer({ min: -4_000, max: 9_000 }).filter((amount) => amount !== 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cadence" as const), budget, cadence }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("rollover" as const), budget, on: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("limits" as const), budget, on: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("reset" as const), budget, amount: fc.nat(9_000) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("join" as const, "share" as const),
      ...{ budget, user, share: fc.nat(9_000) },
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("leave" as const), budget, user }) },
)
type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

export const story = fc.record({
  plans: fc.tuple(plan, plan),
  steps: fc.array(step, { minLength: 5, maxLength: 45, size: "max" }),
})
export type Story = typeof story extends fc.Arbitrary<infer A> ? A : never

/** Movements of 200 days, each with the days of its arrival in two orders. */
export const arrivals = fc.record({
  plans: fc.tuple(plan, plan),
  movements: fc.array(
    fc.record({
      ...{ budget, user: maybe(user), amount: fc.integer({ min: -9_000, max: 3_000 }) },
      ...{ happened: fc.integer({ min: -30, max: 180 }), first: fc.nat(200), second: fc.nat(200) },
    }),
    { minLength: 2, maxLength: 12 },
  ),
})

/** Returns the story in which they arrive in this order, all by the 200th day. */
export const inOrder = (
  movements: (typeof arrivals extends fc.Arbitrary<infer A> ? A : never)["movements"],
  order: "first" | "second",
): Story["steps"] => {
  let today = 0
  const wait = (to: number): Step => {
    const time = (to - today) * day
    today = to
    return { kind: "wait", time }
  }
  const arriving = movements
    .map((movement) => ({ ...movement, arrives: Math.max(movement.happened, movement[order]) }))
    .toSorted((a, b) => a.arrives - b.arrives)
  const steps = arriving.flatMap(
    ({ arrives, happened, budget, user, amount }): Array<Step> => [
      wait(Math.max(0, arrives)),
      {
        ...{ kind: "record", budget, user, amount, status: "CLEARED", again: null },
        ago: (today - happened) * day,
      },
    ],
  )
  return [...steps, wait(200), { kind: "rollover", budget: 0, on: false }]
}

const begin = Date.parse("2026-01-14T10:30:00.000Z")

const iso = (at: number): string => new Date(at).toISOString()

/** State of the model, and the engine that gets the same steps. */
class Telling {
  readonly #engine: Engine
  readonly #budgets: ReadonlyArray<model.Budget>
  readonly #payments: Array<readonly [external: string, payment: model.Payment]> = []
  now = begin

  constructor(engine: Engine, plans: ReadonlyArray<model.Plan>) {
    this.#engine = engine
    this.#budgets = plans.map((each) => model.makeBudget(each, begin))
  }

  #budget(budget: number): model.Budget {
    return this.#budgets[budget] as model.Budget
  }

  /** Returns the results of the engine and of the model, which must be equal. */
  tell(step: Exclude<Step, { readonly kind: "wait" }>) {
    const engine = this.#engine
    for (const each of this.#budgets) model.catchUp(each, this.now)
    switch (step.kind) {
      case "record":
        return this.#record(step)
      case "authorise":
        return this.#authorise(step)
      case "clear":
      case "refund":
      case "reverse": {
        const [external, payment] = this.#payments[step.which] ?? ["none", null]
        const amount = step.kind === "reverse" ? null : step.amount
        const expected =
          payment === null
            ? false
            : step.kind === "reverse"
              ? model.reverse(payment, this.now)
              : (step.kind === "clear" ? model.clear : model.refund)(payment, amount, this.now)
        return Effect.map(engine.move(step.kind, external, amount), (actual) => [actual, expected])
      }
      case "hand": {
        const [external, payment] = this.#payments[step.which] ?? ["none", null]
        if (payment !== null) {
          const to = step.budget === null ? null : this.#budget(step.budget)
          model.hand(payment, to, step.user)
        }
        return Effect.map(engine.hand(external, step.budget, step.user), (actual) => [
          actual,
          payment !== null,
        ])
      }
      default:
        return this.#manage(step)
    }
  }

  #manage(step: Extract<Step, { readonly budget: number; readonly kind: Managing }>) {
    const engine = this.#engine
    const budget = this.#budget(step.budget)
    const same = <E>(actual: Effect.Effect<boolean, E>, expected: boolean) =>
      Effect.map(actual, (is) => [is, expected])
    switch (step.kind) {
      case "topup":
        return same(
          engine.topUp(step.budget, step.user, step.amount),
          model.topUp(budget, step.user, step.amount),
        )
      case "cadence":
        model.changeCadence(budget, step.cadence, this.now)
        return same(engine.change(step.budget, { cadence: step.cadence }), true)
      case "rollover":
        budget.rollover = step.on
        return same(engine.change(step.budget, { rollover: step.on }), true)
      case "limits":
        model.changeLimits(budget, step.on)
        return same(engine.change(step.budget, { limits: step.on }), true)
      case "reset": {
        const may = !budget.limits
        if (may) budget.reset = step.amount
        return same(engine.reset(step.budget, step.amount), may)
      }
      case "join": {
        const share = budget.limits ? step.share : null
        const expected = model.join(budget, step.user, step.share, this.now)
        return same(engine.join(step.budget, step.user, share), expected)
      }
      case "share": {
        const expected = model.changeShare(budget, step.user, step.share)
        return same(engine.share(step.budget, step.user, step.share), expected)
      }
      case "leave":
        return same(engine.leave(step.budget, step.user), model.leave(budget, step.user))
    }
  }

  #record(step: Extract<Step, { readonly kind: "record" }>) {
    const { budget, user, amount, status } = step
    const at = this.now - step.ago
    const [external, first] = this.#payments[step.again ?? 99] ?? [
      `ext-${this.#payments.length}`,
      null,
    ]
    if (first === null) {
      const to = budget === null ? null : this.#budget(budget)
      this.#payments.push([external, model.record({ budget: to, user, amount, at, status })])
    }
    const row = { status, amount: cents(amount), auth_date: iso(at) }
    return Effect.as(this.#engine.record(external, row, { budget, user }), [true, true])
  }

  #authorise(step: Extract<Step, { readonly kind: "authorise" }>) {
    const { budget, user, amount } = step
    const at = this.now - step.ago
    const decided = this.#payments.filter(([, payment]) => payment.decided)
    const found = decided[step.again ?? 99]
    const external = found?.[0] ?? `ext-${this.#payments.length}`
    const payment =
      found?.[1] ?? model.authorise(this.#budget(budget), user, amount, { now: this.now, at })
    if (found === undefined) this.#payments.push([external, payment])
    return Effect.map(
      this.#engine.authorise(external, budget, user, amount, iso(at)),
      (approved) => [approved, payment.status !== "DECLINED"],
    )
  }

  /** Returns the model's view of a budget. */
  shown(budget: number): Shown {
    const it = this.#budget(budget)
    model.catchUp(it, this.now)
    const now = model.current(it)
    return {
      available: model.available(it),
      spent: now.spent,
      reset: it.reset,
      members: it.members
        .map((member) => ({
          user: member.user,
          active: model.isActive(member),
          available: it.limits ? member.available : model.available(it),
          spent: member.spent,
          reset: it.limits ? member.reset : it.reset,
        }))
        .toSorted((a, b) => a.user - b.user),
      count: it.periods.length,
      periods: it.periods
        .map((period) => ({
          number: period.number,
          start: period.start,
          end: period === now ? it.ends : period.end,
          opening: period.opening,
          toppedUp: period.toppedUp,
          moved: period.moved,
          spent: period.spent,
          closing: model.closing(period),
          restated: period.restated,
        }))
        .toReversed()
        .slice(0, 500),
    }
  }
}

type Managing = "topup" | "cadence" | "rollover" | "limits" | "reset" | "join" | "share" | "leave"

/**
 * Course of time in a story if a machine's clock steps back: "the service's time stands still until
 * it is overtaken", or it also steps back, if nothing prevents that.
 */
export type Pace = "steady" | "unsteady"

/** Applies a story to both; returns both final states, and the differences on the way. */
export const tellBoth = (
  story: Story,
  setTime: (at: number) => Effect.Effect<void>,
  pace: Pace = "steady",
) =>
  Effect.gen(function* () {
    let machine = begin
    yield* setTime(begin)
    const engine = yield* makeEngine(story.plans)
    const telling = new Telling(engine, story.plans)
    const differing: Array<unknown> = []
    for (const step of story.steps) {
      if (step.kind === "wait") {
        // Closes ended periods before the clock steps back.
        if (step.time < 0) for (const n of [0, 1]) yield* engine.show(n)
        if (step.time < 0) for (const n of [0, 1]) telling.shown(n)
        machine += step.time
        telling.now = pace === "steady" ? Math.max(telling.now, machine) : machine
        yield* setTime(telling.now)
        continue
      }
      const [actual, expected] = (yield* telling.tell(step)) as ReadonlyArray<boolean>
      if (actual !== expected) differing.push({ step, actual, expected })
    }
    const budgets = [0, 1]
    return {
      client_id: engine.client_id,
      differing,
      engine: yield* Effect.forEach(budgets, (n) => engine.show(n)),
      model: budgets.map((n) => telling.shown(n)),
    }
  })
