import { equal, match, ok } from "node:assert/strict"
import { CurrentActor, money, StorageUnavailable, UnitOfWork } from "@outlay/domain"
import type { Budget, Topup } from "@outlay/domain/fields"
import {
  budgetContext,
  budgetRow,
  changed,
  created,
  type Decision,
  IdempotencyStore,
  nothing,
  type Store,
  topupContext,
  topupsOfTarget,
} from "@outlay/domain/ports"
import { NotFound, zero } from "@outlay/domain/rules"
import { Cause, Context, Effect, Exit, Result } from "effect"
import { change, read } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { acme, ground, now, plant } from "./given.ts"

type Ports = UnitOfWork | IdempotencyStore

const key = { client_id: acme.client_id, budget_id: acme.uuid(1) }
const target = { ...key, budget_member_id: null }
const ofBudget = budgetContext({ ...key, user_ids: [], invite_ids: [], option_ids: [] })
const refusal = new NotFound({ what: "budget", id: "none" })

const base = [...ground(acme), created("budgets", acme.budget(1, { available_amount: zero }))]

const record = {
  ...{
    client_id: 1,
    scope: "scope",
    fingerprint: "fingerprint",
    status: 201,
    headers: {},
    body: "{}",
  },
  ...{ created: now, expires_at: "2026-11-22T12:00:00.000Z" },
}

/** Raises budget 1 by `amount`, with an entry and an event. */
const raise = (amount: number) =>
  change(acme, ofBudget, ({ budget }) =>
    budget === null ? Result.fail(refusal) : Result.succeed(raised(budget, amount)),
  )

const raised = (budget: Budget, amount: number): Decision<number> => {
  const after = { ...budget, available_amount: money(budget.available_amount + amount) }
  return {
    result: after.available_amount,
    writes: [changed("budgets", budget, after)],
    entries: [
      {
        ...{ debit_account: `budget:${budget.id}:available`, credit_account: "allocations" },
        ...{ currency: "AUD", amount: money(amount), date: "2026-11-21" },
        ...{ resource: "budgets", resource_id: budget.id, period: 1 },
      },
    ],
    events: [{ type: "budget.updated", resource: "budgets", data: after, previous: null }],
  }
}

/** Stores a topup through its own port. */
const add = (topup: Topup) =>
  change(acme, topupContext({ ...target, topup_id: null, user_id: null }), () =>
    Result.succeed({ ...nothing(topup.id), writes: [created("topups", topup)] }),
  )

/** The available amount of budget 1, and the numbers of topups, entries and events. */
const storedState = Effect.gen(function* () {
  const witness = yield* Witness
  const page = yield* read(acme, topupsOfTarget(target, { offset: 0, limit: 1 }, null))
  return {
    available: (yield* read(acme, budgetRow(key)))?.available_amount,
    topups: page.count,
    entries: (yield* witness.entries(acme.client_id)).length,
    events: (yield* witness.events(acme.client_id)).length,
  }
})

const none = { available: 0, topups: 0, entries: 0, events: 0 }

const atomically: Suites<Ports> = [
  {
    name: "UnitOfWork.atomically",
    cases: [
      check("an event without an actor is a defect and stores nothing", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const unowned = Effect.updateContext(
            raise(5_00),
            (context: Context.Context<Store>) =>
              Context.omit(CurrentActor)(context) as typeof context,
          )
          const exit = yield* Effect.exit(unowned)
          ok(Exit.isFailure(exit), "the change was made")
          match(String(Cause.squash(exit.cause)), /CurrentActor/u)
          deepEqual(yield* storedState, none)
        }),
      ),
      check("a success saves the changes of every store and returns the result", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          equal(yield* atomically(Effect.andThen(add(acme.topup(1)), raise(5))), 5)
          deepEqual(yield* storedState, { available: 5, topups: 1, entries: 1, events: 1 })
        }),
      ),

      check("a later store call sees the writes of an earlier one", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const seen = yield* atomically(
            Effect.gen(function* () {
              yield* raise(5)
              yield* add(acme.topup(1))
              return { again: yield* raise(2), ...(yield* storedState) }
            }),
          )
          deepEqual(seen, { again: 7, available: 7, topups: 1, entries: 2, events: 2 })
        }),
      ),

      check("a failure undoes every store call and is returned unchanged", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const work = Effect.andThen(Effect.andThen(add(acme.topup(1)), raise(5)), refusal)
          equal(yield* Effect.flip(atomically(work)), refusal)
          deepEqual(yield* storedState, none)
        }),
      ),

      check("a refusal of the last store call undoes those before it", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const refused = change(acme, ofBudget, () => Result.fail(refusal))
          const work = Effect.andThen(Effect.andThen(add(acme.topup(1)), raise(5)), refused)
          equal(yield* Effect.flip(atomically(work)), refusal)
          deepEqual(yield* storedState, none)
        }),
      ),

      check("a defect undoes every store call, and the next unit of work succeeds", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const work = Effect.andThen(raise(5), Effect.die(new Error("a defect")))
          ok(Exit.isFailure(yield* Effect.exit(atomically(work))))
          deepEqual(yield* storedState, none)
          equal(yield* atomically(raise(3)), 3)
        }),
      ),

      check("nested work: a failure that is caught undoes only its own part", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const inner = atomically(Effect.andThen(Effect.andThen(raise(100), raise(10)), refusal))
          yield* atomically(
            Effect.andThen(Effect.andThen(raise(1), Effect.exit(inner)), add(acme.topup(1))),
          )
          deepEqual(yield* storedState, { available: 1, topups: 1, entries: 1, events: 1 })
        }),
      ),

      check("nested work: an inner success is undone by an outer failure", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const work = Effect.andThen(
            Effect.andThen(atomically(raise(1)), atomically(add(acme.topup(1)))),
            refusal,
          )
          equal(yield* Effect.flip(atomically(work)), refusal)
          deepEqual(yield* storedState, none)
        }),
      ),

      check("a response stored in the work is saved with its effect and undone with it", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const store = yield* IdempotencyStore
          const work = Effect.andThen(raise(1), store.save(record))
          yield* Effect.exit(atomically(Effect.andThen(work, refusal)))
          equal(yield* store.find(record, now), null)
          yield* atomically(work)
          deepEqual(yield* store.find(record, now), record)
          equal((yield* storedState).available, 1)
        }),
      ),

      check("long work is one atomic step", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const long = Effect.forEach(Array.from({ length: 1_000 }), () => raise(1))
          equal(yield* Effect.map(atomically(long), (results) => results.at(-1)), 1_000)
          equal((yield* storedState).available, 1_000)
        }),
      ),

      check("100 concurrent units, every third failing: the sum of the others is saved", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const works = Array.from({ length: 100 }, (_, n) => {
            const work = Effect.andThen(raise(1), Effect.andThen(add(acme.topup(n)), raise(2)))
            return Effect.exit(atomically(n % 3 === 0 ? Effect.andThen(work, refusal) : work))
          })
          const exits = yield* Effect.all(works, { concurrency: "unbounded" })
          const done = exits.filter(Exit.isSuccess).length
          equal(done, 66)
          const counts = { topups: done, entries: 2 * done, events: 2 * done }
          deepEqual(yield* storedState, { available: 3 * done, ...counts })
        }),
      ),
    ],
  },
]

const dryRun: Suites<Ports> = [
  {
    name: "UnitOfWork.dryRun",
    cases: [
      check("returns what the real run would, and stores nothing", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { dryRun } = yield* UnitOfWork
          const store = yield* IdempotencyStore
          const work = Effect.gen(function* () {
            yield* add(acme.topup(1))
            yield* store.save(record)
            return yield* raise(5)
          })
          equal(yield* dryRun(work), 5)
          deepEqual(yield* storedState, none)
          equal(yield* store.find(record, now), null)
        }),
      ),

      check("fails as the real run would, and stores nothing", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { dryRun } = yield* UnitOfWork
          equal(yield* Effect.flip(dryRun(Effect.andThen(raise(5), refusal))), refusal)
          deepEqual(yield* storedState, none)
        }),
      ),

      check(
        "around atomic work it stores nothing; inside atomic work it undoes only its own part",
        () =>
          Effect.gen(function* () {
            yield* plant(acme, base)
            const { atomically, dryRun } = yield* UnitOfWork
            equal(yield* dryRun(atomically(raise(5))), 5)
            deepEqual(yield* storedState, none)
            yield* atomically(Effect.andThen(raise(1), dryRun(raise(10))))
            deepEqual(yield* storedState, { available: 1, topups: 0, entries: 1, events: 1 })
          }),
      ),

      check("next to 50 concurrent units, it does not affect theirs", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically, dryRun } = yield* UnitOfWork
          const works = Array.from({ length: 100 }, (_, n) =>
            n % 2 === 0 ? atomically(raise(1)) : dryRun(raise(1_000)),
          )
          yield* Effect.all(works, { concurrency: "unbounded" })
          deepEqual(yield* storedState, { available: 50, topups: 0, entries: 50, events: 50 })
        }),
      ),
    ],
  },
]

/** Runs `first` beforehand, but only the first time. */
const once = Effect.fnUntraced(function* <R>(first: Effect.Effect<void, StorageUnavailable, R>) {
  const { beforehand } = yield* UnitOfWork
  const work = Effect.provide(first, yield* Effect.context<R>())
  let times = 0
  return {
    work: Effect.suspend(() => {
      times++
      return times === 1 ? beforehand(work) : Effect.void
    }),
    times: () => times,
  }
})

const beforehand: Suites<Ports> = [
  {
    name: "UnitOfWork.beforehand",
    cases: [
      check("outside of a unit it is ordinary work", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          yield* (yield* once(Effect.asVoid(add(acme.topup(1))))).work
          deepEqual(yield* storedState, { ...none, topups: 1 })
        }),
      ),

      check("the unit that requests it is undone and begins again after it", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const seen: Array<number | undefined> = []
          const { work, times } = yield* once(
            Effect.gen(function* () {
              seen.push((yield* read(acme, budgetRow(key)))?.available_amount)
              yield* atomically(add(acme.topup(1)))
              yield* atomically(add(acme.topup(2)))
            }),
          )
          equal(yield* atomically(Effect.andThen(raise(5), Effect.andThen(work, raise(1)))), 6)
          deepEqual([seen, times()], [[0], 2])
          deepEqual(yield* storedState, { available: 6, topups: 2, entries: 2, events: 2 })
        }),
      ),

      check(
        "it is saved even if the unit of work fails, is a dry run, or is nested in another one",
        () =>
          Effect.gen(function* () {
            yield* plant(acme, base)
            const { atomically, dryRun } = yield* UnitOfWork
            const first = (yield* once(Effect.asVoid(add(acme.topup(1))))).work
            const failing = Effect.andThen(Effect.andThen(raise(5), first), refusal)
            equal(yield* Effect.flip(atomically(failing)), refusal)
            const second = (yield* once(Effect.asVoid(add(acme.topup(2))))).work
            yield* dryRun(Effect.andThen(raise(5), atomically(second)))
            deepEqual(yield* storedState, { ...none, topups: 2 })
          }),
      ),

      check("a failure beforehand fails the unit", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const { atomically } = yield* UnitOfWork
          const failure = new StorageUnavailable({ reason: "full" })
          const { work } = yield* once(Effect.fail(failure))
          equal(yield* Effect.flip(atomically(Effect.andThen(raise(5), work))), failure)
          deepEqual(yield* storedState, none)
        }),
      ),
    ],
  },
]

/** Guarantees of a `UnitOfWork`, over the stores of budgets, topups and stored responses. */
export const unitOfWorkSuites: Suites<Ports> = [...atomically, ...dryRun, ...beforehand]
