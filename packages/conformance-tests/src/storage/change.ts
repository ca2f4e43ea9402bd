import { equal, match, ok } from "node:assert/strict"
import { type Budget, type Business, eventActor, type NewEvent } from "@outlay/domain/fields"
import {
  budgetRow,
  changed,
  created,
  type Decide,
  type Decision,
  nothing,
  type Write,
} from "@outlay/domain/ports"
import { NotFound } from "@outlay/domain/rules"
import { Effect, Exit, Result } from "effect"
import { read } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { actor, check, type Ground, type StorageCase, Witness } from "./cases.ts"
import { acme, ground, now, other, plant, type Tenant } from "./given.ts"

/** A port's `change`, on behalf of a business, with any context. */
export type Change<C, Ports> = <A, E>(
  of: Tenant,
  decide: Decide<C, A, E>,
) => Effect.Effect<A, unknown, Ports>

const refusal = new NotFound({ what: "budget", id: "none" })

const budgets = (of: Tenant, ...numbers: ReadonlyArray<number>): ReadonlyArray<Write> =>
  numbers.map((n) => created("budgets", of.budget(n)))

const decision = <A>(of: Tenant, result: A, writes: ReadonlyArray<Write>): Decision<A> => ({
  result,
  writes,
  entries: [
    {
      debit_account: `budget:${of.uuid(2)}:available`,
      credit_account: "allocations",
      currency: "AUD",
      amount: of.budget(2).available_amount,
      date: "2026-11-21",
      resource: "budgets",
      resource_id: of.uuid(2),
      period: 1,
    },
  ],
  events: [
    {
      type: "budget.created",
      resource: "budgets",
      data: { id: of.uuid(2), amount: 1 },
      previous: { name: "Before" },
    },
  ],
})

/** Numbers of budgets (of 1 to 3), entries and events that exist. */
const storedState = (of: Tenant) =>
  Effect.gen(function* () {
    const witness = yield* Witness
    const found = yield* Effect.forEach([1, 2, 3], (n) =>
      read(of, budgetRow({ client_id: of.client_id, budget_id: of.uuid(n) })),
    )
    return {
      budgets: found.map((budget) => budget?.name ?? null),
      entries: (yield* witness.entries(of.client_id)).length,
      events: (yield* witness.events(of.client_id)).length,
    }
  })

const untouched = { budgets: ["Budget 1", null, null], entries: 0, events: 0 }

/**
 * Guarantees of every port's `change`. `subject` is the row of the context that the cases use:
 * budget 1, or the business.
 */
export const changeCases = <C, Ports>(
  change: Change<C, Ports>,
  subject: (context: C) => Business | Budget,
): ReadonlyArray<StorageCase<Ports | Ground>> => [
  check("a decision is committed completely: rows, entries, events, result", () =>
    Effect.gen(function* () {
      yield* plant(acme, [...ground(acme), ...budgets(acme, 1)])
      const rename = changed("budgets", acme.budget(1), acme.budget(1, { name: "Renamed" }))
      const result = yield* change(acme, () =>
        Result.succeed(decision(acme, "answer", [rename, ...budgets(acme, 2, 3)])),
      )
      equal(result, "answer")
      deepEqual((yield* storedState(acme)).budgets, ["Renamed", "Budget 2", "Budget 3"])
      const witness = yield* Witness
      const { entries, events } = decision(acme, null, [])
      const entry = { ...entries[0], client_id: acme.client_id, created: now }
      matches(yield* witness.entries(acme.client_id), [entry])
      const { resource: _, ...reported } = events[0] as NewEvent
      const by = { sequence: 1, created: now, actor: eventActor(actor) }
      const event = { ...reported, client_id: acme.client_id, ...by }
      const [appended] = yield* witness.events(acme.client_id)
      matches(appended, event)
      match(appended?.id ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f-]{16}$/u)
    }),
  ),

  check("a decision without changes stores nothing", () =>
    Effect.gen(function* () {
      yield* plant(acme, [...ground(acme), ...budgets(acme, 1)])
      equal(yield* change(acme, () => Result.succeed(nothing("answer"))), "answer")
      deepEqual(yield* storedState(acme), untouched)
    }),
  ),

  check("a refusal is returned unchanged and stores nothing", () =>
    Effect.gen(function* () {
      yield* plant(acme, [...ground(acme), ...budgets(acme, 1)])
      const refused = yield* Effect.flip(change(acme, () => Result.fail(refusal)))
      equal(refused, refusal)
      deepEqual(yield* storedState(acme), untouched)
    }),
  ),

  check("a rule that throws stores nothing, and the next change succeeds", () =>
    Effect.gen(function* () {
      yield* plant(acme, [...ground(acme), ...budgets(acme, 1)])
      const broken = change(acme, () => {
        throw new Error("a broken rule")
      })
      ok(Exit.isFailure(yield* Effect.exit(broken)))
      deepEqual(yield* storedState(acme), untouched)
      yield* change(acme, () => Result.succeed(decision(acme, null, budgets(acme, 2))))
      deepEqual((yield* storedState(acme)).budgets, ["Budget 1", "Budget 2", null])
    }),
  ),

  check("a decision that cannot be written completely stores nothing", () =>
    Effect.gen(function* () {
      yield* plant(acme, [...ground(acme), ...budgets(acme, 1)])
      const twice = change(acme, () => Result.succeed(decision(acme, null, budgets(acme, 2, 3, 1))))
      ok(Exit.isFailure(yield* Effect.exit(twice)))
      deepEqual(yield* storedState(acme), untouched)
    }),
  ),

  check("a change of one business is invisible to another", () =>
    Effect.gen(function* () {
      yield* plant(acme, [...ground(acme), ...budgets(acme, 1)])
      yield* plant(other, [...ground(other), ...budgets(other, 1)])
      yield* change(acme, () => Result.succeed(decision(acme, null, budgets(acme, 2))))
      deepEqual(yield* storedState(other), untouched)
      equal((yield* storedState(acme)).events, 1)
    }),
  ),

  check("200 concurrent changes: each sees the result of the one before", () =>
    Effect.gen(function* () {
      yield* plant(acme, [...ground(acme), ...budgets(acme, 1)])
      const first = subject(yield* change(acme, (context) => Result.succeed(nothing(context))))
      yield* change(acme, () => Result.succeed(renamed(first, "0")))
      const count = change(acme, (context) => {
        const row = subject(context)
        return Result.succeed(renamed(row, String(Number(row.name) + 1)))
      })
      const all = Array.from({ length: 200 }, () => count)
      yield* Effect.all(all, { concurrency: "unbounded" })
      const last = subject(yield* change(acme, (context) => Result.succeed(nothing(context))))
      equal(last.name, "200")
    }),
  ),
]

const renamed = (row: Business | Budget, name: string): Decision<void> => ({
  ...nothing(undefined),
  writes: [
    "budget_type" in row
      ? changed("budgets", row, { ...row, name })
      : changed("businesses", row, { ...row, name }),
  ],
})
