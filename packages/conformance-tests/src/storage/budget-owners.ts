import { equal } from "node:assert/strict"
import { type OwnerFilter, subUser } from "@outlay/domain/fields"
import { created, ownerContext, ownersOfBudget, type Store } from "@outlay/domain/ports"
import { decideOwnerRemoval, type OwnerContext } from "@outlay/domain/rules"
import { Effect, Exit } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, includesEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, now, other, plant, type Tenant, tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

const changeOf = ({ client_id, uuid }: Tenant) => ({
  client_id,
  budget_id: uuid(1),
  user_ids: [] as ReadonlyArray<number>,
  invite_ids: [] as ReadonlyArray<number>,
})

const baseOf = (of: Tenant) => [
  ...ground(of),
  created("invites", of.invite(1)),
  created("budgets", of.budget(1)),
  created("budgets", of.budget(2)),
]

const ownedBy = (of: Tenant) => [
  ...baseOf(of),
  created("budget_owners", of.owner(1)),
  created("budget_owners", of.owner(2, { user_id: of.integer(2) })),
]

const all = { offset: 0, limit: 50 }

const ownersOf = (of: Tenant, filter: OwnerFilter, page = all) =>
  read(of, ownersOfBudget(changeOf(of), filter, page, null))

/** Guarantees of a storage for owners of budgets. */
export const budgetOwnerSuites: Suites<Store> = [
  {
    name: "Budget owners: change",
    cases: [
      ...changeCases<OwnerContext, Store>(
        (of, decide) => change(of, ownerContext(changeOf(of)), decide),
        ({ budget }) => budget ?? acme.budget(1),
      ),

      check("loads the budget, all its owners by age, and the people of both", () =>
        Effect.gen(function* () {
          const rows = [
            acme.owner(2, { user_id: acme.integer(2), created: at(1), is_deleted: true }),
            acme.owner(3, { user_id: null, invite_id: acme.integer(1), created: at(1) }),
            acme.owner(1, { created: at(2) }),
          ]
          yield* plant(acme, [
            ...baseOf(acme),
            ...rows.toReversed().map((row) => created("budget_owners", row)),
            created("budget_owners", acme.owner(4, { budget_id: acme.uuid(2) })),
          ])
          const context = yield* load(
            acme,
            ownerContext({ ...changeOf(acme), user_ids: [acme.integer(3)] }),
          )
          deepEqual(context.budget, acme.budget(1))
          deepEqual(context.owners, rows)
          equal(context.users.length, 3)
          for (const n of [1, 2, 3]) includesEqual(context.users, acme.user(n))
          deepEqual(context.invites, [acme.invite(1)])
        }),
      ),

      check("one of two owners who are removed concurrently always stays, in 20 races", () =>
        Effect.gen(function* () {
          for (let race = 0; race < 20; race++) {
            const of = tenant(100 + race)
            yield* plant(of, ownedBy(of))
            const remove = (n: number) => {
              const key = { ...changeOf(of), budget_owner_id: of.uuid(n) }
              return Effect.exit(
                change(of, ownerContext(key), (context) => decideOwnerRemoval(context, key, now)),
              )
            }
            const exits = yield* Effect.all([remove(1), remove(2)], { concurrency: "unbounded" })
            equal(exits.filter(Exit.isSuccess).length, 1)
            const left = yield* ownersOf(of, { is_deleted: false })
            equal(left.count, 1)
            const witness = yield* Witness
            equal((yield* witness.events(of.client_id)).length, 1)
          }
        }),
      ),
    ],
  },

  {
    name: "Budget owners: list",
    cases: [
      ...pageCases<Store>({
        base: [
          created("budgets", acme.budget(1)),
          ...[11, 12, 13, 14, 15].map((n) => created("users", acme.user(n))),
        ],
        row: (n, order) =>
          created("budget_owners", acme.owner(n, { user_id: acme.integer(n), created: at(order) })),
        page: (page) => ownersOf(acme, {}, page),
        idOf: acme.uuid,
      }),

      check("filters; shows the user, or the invite with the name of its role", () =>
        Effect.gen(function* () {
          yield* plant(acme, [
            ...ownedBy(acme),
            created(
              "budget_owners",
              acme.owner(3, { user_id: null, invite_id: acme.integer(1), is_deleted: true }),
            ),
            created("budget_owners", acme.owner(4, { budget_id: acme.uuid(2) })),
          ])
          const active = yield* ownersOf(acme, { is_deleted: false })
          deepEqual(
            active.results.map((_) => _.id),
            [1, 2].map(acme.uuid),
          )
          matches(active.results[0], { user: subUser(acme.user(1)), invite: null })
          const ended = yield* ownersOf(acme, { is_deleted: true })
          matches(ended, {
            count: 1,
            results: [{ user: null, invite: { ...acme.invite(1), role: "Role 2" } }],
          })
          const foreign = yield* read(other, ownersOfBudget(changeOf(acme), {}, all, null))
          deepEqual(foreign, { count: 0, results: [] })
        }),
      ),
    ],
  },
]
