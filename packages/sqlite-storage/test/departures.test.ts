import {
  BudgetMembers,
  Budgets,
  Businesses,
  Events,
  Topups,
  UnitOfWork,
  Users,
} from "@outlay/domain"
import { DeparturesPerUnit, DryRun } from "@outlay/domain/ports"
import { BigDecimal, Effect, Layer } from "effect"
import { expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { asSystem } from "./given.ts"

const services = Layer.mergeAll(Businesses.layer, Events.layer, Topups.layer, Users.layer).pipe(
  Layer.provideMerge(BudgetMembers.layer),
  Layer.provideMerge(Budgets.layer),
  Layer.provideMerge(SqliteStorage.layer({ file: ":memory:" })),
  Layer.provideMerge(asSystem),
)

const page = { offset: 0, limit: 100 }

const person = (role_id: string, name: string) => ({
  ...{ first_name: name, last_name: "Lee", email: `${name}@example.test`, role_id },
  payment_types: ["cards" as const],
})

/** Two users and this many budgets: Ann owns them, and both are members. */
const given = Effect.fnUntraced(function* (count: number) {
  const { client_id, roles } = yield* Businesses.use((_) => _.create({ name: "Acme" }))
  const create = (name: string) =>
    Users.use((_) => _.create(client_id, person(roles[0]?.id ?? "", name)))
  const ann = yield* create("ann")
  const bea = yield* create("bea")
  const users = [{ user: { id: ann.id } }, { user: { id: bea.id } }]
  for (let n = 0; n < count; n++) {
    yield* Budgets.use((_) =>
      _.create(client_id, {
        ...{ name: `Trip ${n}`, reset_period: "NEVER", reset_amount: BigDecimal.make(100n, 2) },
        ...{ has_member_limits: false, rollover_funds: false },
        ...{ members: users, owners: users.slice(0, 1) },
      }),
    )
  }
  return { client_id, ann: { client_id, user_id: ann.id }, bea: { client_id, user_id: bea.id } }
})

const commits = SqliteStorage.use((_) => Effect.map(_.statistics, ({ commits }) => commits))

const ended = (client_id: number) =>
  Effect.map(
    Events.use((_) => _.list(client_id, { type: "budget_member.deleted" }, page)),
    ({ count }) => count,
  )

const run = <A, E>(work: Effect.Effect<A, E, Layer.Success<typeof services>>) =>
  Effect.runPromise(
    Effect.provide(work, services).pipe(
      Effect.provideService(DeparturesPerUnit, 3),
    ) as Effect.Effect<A, E>,
  )

test("a user of many budgets leaves them in several units, and is then deleted", () =>
  run(
    Effect.gen(function* () {
      const { client_id, bea } = yield* given(10)
      const before = yield* commits
      yield* Users.use((_) => _.remove(bea))
      // Four units for the memberships, and one for the user.
      expect((yield* commits) - before).toBe(5)
      expect(yield* ended(client_id)).toBe(10)
      expect(yield* Users.use((_) => _.get(bea))).toMatchObject({ is_deleted: true })
    }),
  ))

test("a refused deletion and a dry run end no membership", () =>
  run(
    Effect.gen(function* () {
      const { client_id, ann, bea } = yield* given(10)
      const refused = yield* Effect.flip(Users.use((_) => _.remove(ann)))
      expect(refused).toMatchObject({ _tag: "LastBudgetOwner" })
      const rehearsed = Users.use((_) => _.remove(bea)).pipe(Effect.provideService(DryRun, true))
      yield* UnitOfWork.use((_) => _.dryRun(rehearsed))
      expect(yield* ended(client_id)).toBe(0)
      expect(yield* Users.use((_) => _.get(bea))).toMatchObject({ is_deleted: false })
    }),
  ))
