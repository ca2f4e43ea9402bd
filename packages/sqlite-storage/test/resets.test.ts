import {
  BudgetMembers,
  Budgets,
  Businesses,
  CurrentActor,
  Events,
  operator,
  Topups,
  UnitOfWork,
  Users,
} from "@outlay/domain"
import type { BudgetKey } from "@outlay/domain/fields"
import { BigDecimal, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { asSystem } from "./given.ts"

const services = Layer.mergeAll(Businesses.layer, Events.layer, Topups.layer, Users.layer).pipe(
  Layer.provideMerge(BudgetMembers.layer),
  Layer.provideMerge(Budgets.layer),
  Layer.provideMerge(SqliteStorage.layer({ file: ":memory:" })),
  Layer.provideMerge(asSystem),
  Layer.provideMerge(TestClock.layer()),
)

const cents = (minor: number) => BigDecimal.make(BigInt(minor), 2)
const page = { offset: 0, limit: 100 }

/** A business with this many daily budgets of 1.00, not used for this many days. */
const given = Effect.fnUntraced(function* (count: number, days: number) {
  const start = Date.parse("2026-02-03T12:00:00.000Z")
  yield* TestClock.setTime(start)
  const { client_id, roles } = yield* Businesses.use((_) => _.create({ name: "Acme" }))
  const user = yield* Users.use((_) =>
    _.create(client_id, {
      ...{ first_name: "Ann", last_name: "Lee", email: "ann@example.test" },
      ...{ role_id: roles[0]?.id ?? "", payment_types: ["cards"] },
    }),
  )
  const keys: Array<BudgetKey> = []
  for (let n = 0; n < count; n++) {
    const { id } = yield* Budgets.use((_) =>
      _.create(client_id, {
        ...{ name: `Lunch ${n}`, reset_period: "DAILY", reset_amount: cents(100) },
        ...{ has_member_limits: false, rollover_funds: true },
        ...{ members: [{ user: { id: user.id } }], owners: [{ user: { id: user.id } }] },
      }),
    )
    keys.push({ client_id, budget_id: id })
  }
  yield* TestClock.setTime(start + days * 86_400_000)
  return { client_id, keys, key: keys[0] as BudgetKey }
})

const commits = SqliteStorage.use((_) => Effect.map(_.statistics, ({ commits }) => commits))

/** Runs work; returns its result, its commits, and the turns that others had at the same time. */
const watched = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  let turns = 0
  let over = false
  const turn = () => {
    turns++
    if (!over) setImmediate(turn)
  }
  const before = yield* commits
  setImmediate(turn)
  const result = yield* work
  over = true
  return { result, commits: (yield* commits) - before, turns }
})

const resetsOf = (client_id: number) =>
  Events.use((_) => _.list(client_id, { type: "budget.period_reset" }, page))

const run = <A, E>(work: Effect.Effect<A, E, Layer.Success<typeof services>>) =>
  Effect.runPromise(Effect.provide(work, services) as Effect.Effect<A, E>)

/** Returns the units for these days, each with an amount of the budget and of its member. */
const unitsFor = (days: number) => Math.ceil((2 * days) / 800)

test("a budget that is two years behind is caught up unit by unit, and then shown", () =>
  run(
    Effect.gen(function* () {
      const { client_id, key } = yield* given(1, 730)
      const { result, commits, turns } = yield* watched(Budgets.use((_) => _.get(key)))
      expect(result).toMatchObject({ available_amount: 73_100, spent_amount: 0 })
      expect(commits).toBe(unitsFor(730))
      expect(turns).toBeGreaterThanOrEqual(commits)
      expect((yield* resetsOf(client_id)).count).toBe(730)
    }),
  ))

test("twenty such budgets are caught up before they are listed, each once", () =>
  run(
    Effect.gen(function* () {
      const { client_id } = yield* given(20, 730)
      const list = Budgets.use((_) => _.list(client_id, {}, page))
      const { result, commits, turns } = yield* watched(list)
      expect(result.results.map((_) => _.available_amount)).toEqual(Array(20).fill(73_100))
      expect(commits).toBeGreaterThanOrEqual((20 * 2 * 730) / 800)
      expect(turns).toBeGreaterThanOrEqual(commits)
      expect((yield* resetsOf(client_id)).count).toBe(20 * 730)
      expect((yield* watched(list)).commits).toBe(0)
    }),
  ))

test("three hundred budgets that are a day behind take a few units", () =>
  run(
    Effect.gen(function* () {
      const { client_id } = yield* given(300, 1)
      const { result, commits } = yield* watched(Budgets.use((_) => _.catchUpAll(client_id)))
      // They are read a hundred at a time, and the last read finds none.
      expect([result, commits]).toEqual([300, 300 / 100 + 1])
    }),
  ))

test("a list waits for the budgets that it shows, and for no others", () =>
  run(
    Effect.gen(function* () {
      const { client_id } = yield* given(300, 1)
      const list = Budgets.use((_) => _.list(client_id, {}, { offset: 100, limit: 10 }))
      const { result, commits } = yield* watched(list)
      expect(result.count).toBe(300)
      expect(result.results.map((_) => _.available_amount)).toEqual(Array(10).fill(200))
      expect(commits).toBe(1)
      const { count, results } = yield* resetsOf(client_id)
      expect(count).toBe(10)
      expect(results).toMatchObject(result.results.map(({ id }) => ({ data: { id } })))
      expect(yield* Budgets.use((_) => _.catchUpAll(client_id))).toBe(290)
    }),
  ))

test("a change waits for the units before it, which are saved even if it is refused", () =>
  run(
    Effect.gen(function* () {
      const { client_id, key } = yield* given(1, 730)
      const topUp = (minor: number) =>
        Topups.use((_) =>
          _.create(
            { ...key, budget_member_id: null },
            { amount: cents(minor), description: "More" },
          ),
        )
      const refused = yield* watched(Effect.flip(topUp(-73_101)))
      expect(refused.commits).toBe(unitsFor(730))
      expect(unitsFor(730)).toBeGreaterThan(1)
      expect((yield* resetsOf(client_id)).count).toBe(730)
      const { atomically } = yield* UnitOfWork
      yield* TestClock.adjust("500 days")
      const made = yield* watched(atomically(topUp(5)))
      expect(made.commits).toBe(unitsFor(500) + 1)
      expect(yield* Budgets.use((_) => _.get(key))).toMatchObject({ available_amount: 123_105 })
    }),
  ))

test("two concurrent requests both wait, and nothing is reset twice", () =>
  run(
    Effect.gen(function* () {
      const { client_id, key } = yield* given(3, 1_000)
      const both = Effect.all(
        [Budgets.use((_) => _.list(client_id, {}, page)), Budgets.use((_) => _.get(key))],
        { concurrency: "unbounded" },
      )
      const { result } = yield* watched(both)
      expect(result[0].results.map((_) => _.available_amount)).toEqual(Array(3).fill(100_100))
      expect(result[1].available_amount).toBe(100_100)
      expect((yield* resetsOf(client_id)).count).toBe(3 * 1_000)
    }),
  ))

type Work = (key: BudgetKey) => Effect.Effect<unknown, unknown, Budgets | Topups>

const reads: Work = (key) => Budgets.use((_) => _.get(key))
const lists: Work = ({ client_id }) => Budgets.use((_) => _.list(client_id, {}, page))
const topsUp: Work = (key) =>
  Topups.use((_) =>
    _.create({ ...key, budget_member_id: null }, { amount: cents(5), description: "More" }),
  )

test.each([
  ["reads", reads, []],
  ["lists", lists, []],
  ["tops up", topsUp, ["topup.created operator", "topup.approved operator"]],
] as const)("the system ends a period, although the operator %s first", (_, work, own) =>
  run(
    Effect.gen(function* () {
      const { client_id, key } = yield* given(1, 1)
      yield* Effect.provideService(work(key), CurrentActor, operator)
      const { results } = yield* Events.use((_) => _.list(client_id, {}, page))
      const actors = results.map(({ type, actor }) => `${type} ${actor.type}`)
      expect(actors.slice(-1 - own.length)).toEqual(["budget.period_reset system", ...own])
    }),
  ),
)
