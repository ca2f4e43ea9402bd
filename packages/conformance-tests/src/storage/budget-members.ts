import { equal } from "node:assert/strict"
import { money } from "@outlay/domain"
import { type BudgetMember, type MemberFilter, subUser } from "@outlay/domain/fields"
import { BudgetMemberStore, created, nothing } from "@outlay/domain/ports"
import type { MemberContext } from "@outlay/domain/rules"
import { Effect, Result } from "effect"
import { deepEqual, includesEqual, matches } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, other, plant, type Tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

const changeOf = ({ client_id, uuid }: Tenant) => ({
  client_id,
  budget_id: uuid(1),
  user_ids: [] as ReadonlyArray<number>,
  invite_ids: [] as ReadonlyArray<number>,
})

const keyOf = (of: Tenant, n: number, budget = 1) => ({
  client_id: of.client_id,
  budget_id: of.uuid(budget),
  budget_member_id: of.integer(n),
})

const members = (...rows: ReadonlyArray<BudgetMember>) =>
  rows.map((row) => created("budget_members", row))

const base = [
  ...ground(acme),
  created("invites", acme.invite(1)),
  created("budgets", acme.budget(1)),
  created("budgets", acme.budget(2, { has_member_limits: true })),
]

const all = { offset: 0, limit: 50 }

const changes: Suites<BudgetMemberStore> = [
  {
    name: "BudgetMemberStore.change",
    cases: [
      ...changeCases<MemberContext, BudgetMemberStore>(
        (of, decide) =>
          Effect.flatMap(BudgetMemberStore, (store) => store.change(changeOf(of), decide)),
        ({ business, budget }) => budget ?? business,
      ),

      check("loads the budget, all its members by age, and the people of both", () =>
        Effect.gen(function* () {
          const store = yield* BudgetMemberStore
          const rows = [
            acme.member(2, { user_id: acme.integer(2), created: at(1), is_deleted: true }),
            acme.member(3, { user_id: null, invite_id: acme.integer(1), created: at(1) }),
            acme.member(1, { created: at(2) }),
          ]
          yield* plant(acme, [...base, ...members(...rows.toReversed())])
          yield* plant(acme, members(acme.member(4, { budget_id: acme.uuid(2) })))
          const context = yield* store.change(
            { ...changeOf(acme), user_ids: [acme.integer(3)] },
            (context) => Result.succeed(nothing(context)),
          )
          deepEqual(context.business, acme.business())
          deepEqual(context.budget, acme.budget(1))
          deepEqual(context.members, rows)
          for (const n of [1, 2, 3]) includesEqual(context.users, acme.user(n))
          equal(context.users.length, 3)
          deepEqual(context.invites, [acme.invite(1)])
          includesEqual(context.roles, acme.role(2))
        }),
      ),

      check("loads the pending topups of the budget by age, and who requested them", () =>
        Effect.gen(function* () {
          const store = yield* BudgetMemberStore
          const ofMember = { budget_member_id: acme.integer(1) }
          const pending = [
            acme.topup(2, { ...ofMember, requested_by: acme.integer(3), created: at(1) }),
            acme.topup(1, { requested_by: null, created: at(2) }),
          ]
          yield* plant(acme, [
            ...[...base, ...members(acme.member(1))],
            ...[
              ...pending.toReversed(),
              acme.topup(3, { ...ofMember, status: "APPROVED" }),
              acme.topup(4, { budget_id: acme.uuid(2) }),
            ].map((topup) => created("topups", topup)),
          ])
          const context = yield* store.change(changeOf(acme), (context) =>
            Result.succeed(nothing(context)),
          )
          deepEqual(context.pending_topups, pending)
          deepEqual(context.users.map((_) => _.id).toSorted(), [1, 3].map(acme.integer))
        }),
      ),

      ...[
        { who: "a user", newcomer: { user_id: acme.integer(2), invite_id: null }, n: 2 },
        { who: "an invite", newcomer: { user_id: null, invite_id: acme.integer(1) }, n: 3 },
      ].map(({ who, newcomer, n }) =>
        check(`of who is added, ${who}, loads the membership that they had alone`, () =>
          Effect.gen(function* () {
            const store = yield* BudgetMemberStore
            const rows = [
              acme.member(1),
              acme.member(2, { user_id: acme.integer(2), is_deleted: true }),
              acme.member(3, { user_id: null, invite_id: acme.integer(1) }),
            ]
            const elsewhere = acme.member(4, { ...newcomer, budget_id: acme.uuid(2) })
            yield* plant(acme, [
              ...base,
              ...members(...rows, elsewhere),
              created("topups", acme.topup(1)),
            ])
            const context = yield* store.change({ ...changeOf(acme), newcomer }, (context) =>
              Result.succeed(nothing(context)),
            )
            deepEqual(context.members, [rows[n - 1]])
            deepEqual(context.pending_topups, [])
          }),
        ),
      ),

      check("loads nothing of another business", () =>
        Effect.gen(function* () {
          const store = yield* BudgetMemberStore
          yield* plant(acme, [...base, ...members(acme.member(1))])
          yield* plant(other, ground(other))
          const { budget, members: found } = yield* store.change(
            { ...changeOf(acme), client_id: other.client_id },
            (context) => Result.succeed(nothing(context)),
          )
          deepEqual({ budget, found }, { budget: null, found: [] })
        }),
      ),
    ],
  },
]

const reads: Suites<BudgetMemberStore> = [
  {
    name: "BudgetMemberStore.get",
    cases: [
      check("with member limits a member's own amounts, without them the budget's", () =>
        Effect.gen(function* () {
          const store = yield* BudgetMemberStore
          const own = { available_amount: money(5), spent_amount: money(3), reset_amount: money(7) }
          yield* plant(acme, [
            ...base,
            ...members(acme.member(1, own), acme.member(2, { ...own, budget_id: acme.uuid(2) })),
          ])
          matches(yield* store.get(keyOf(acme, 1)), {
            ...{ id: acme.integer(1), is_deleted: false, created: at(0), updated: at(0) },
            ...{ available_amount: 10_000, spent_amount: 3, reset_amount: 10_000 },
          })
          matches(yield* store.get(keyOf(acme, 2, 2)), own)
        }),
      ),

      check("shows the user, or the invite with the name of its role", () =>
        Effect.gen(function* () {
          const store = yield* BudgetMemberStore
          const invited = acme.member(2, { user_id: null, invite_id: acme.integer(1) })
          yield* plant(acme, [...base, ...members(acme.member(1), invited)])
          matches(yield* store.get(keyOf(acme, 1)), {
            user: subUser(acme.user(1)),
            invite: null,
          })
          matches(yield* store.get(keyOf(acme, 2)), {
            user: null,
            invite: { ...acme.invite(1), role: "Role 2" },
          })
        }),
      ),

      check("null for what is not there, of another budget, or of another business", () =>
        Effect.gen(function* () {
          const store = yield* BudgetMemberStore
          yield* plant(acme, [...base, ...members(acme.member(1))])
          yield* plant(other, ground(other))
          const foreign = { ...keyOf(acme, 1), client_id: other.client_id }
          for (const key of [keyOf(acme, 9), keyOf(acme, 1, 2), foreign]) {
            equal(yield* store.get(key), null)
          }
        }),
      ),
    ],
  },
]

const ids = (page: { readonly results: ReadonlyArray<{ readonly id: number }> }) =>
  page.results.map((_) => _.id)

const varied = members(
  acme.member(1),
  acme.member(2, { user_id: acme.integer(2), is_deleted: true }),
  acme.member(3, { user_id: null, invite_id: acme.integer(1) }),
  acme.member(4, { budget_id: acme.uuid(2) }),
)

const lists: Suites<BudgetMemberStore> = [
  {
    name: "BudgetMemberStore.page",
    cases: [
      ...pageCases<BudgetMemberStore>({
        base: [
          created("budgets", acme.budget(1)),
          ...[11, 12, 13, 14, 15].map((n) => created("users", acme.user(n))),
        ],
        row: (n, order) =>
          created(
            "budget_members",
            acme.member(n, { user_id: acme.integer(n), created: at(order) }),
          ),
        page: (page) =>
          Effect.flatMap(BudgetMemberStore, (store) => store.page(changeOf(acme), {}, page)),
        idOf: acme.integer,
      }),

      check("filters, and shows each as `get` does", () =>
        Effect.gen(function* () {
          const store = yield* BudgetMemberStore
          yield* plant(acme, [...base, ...varied])
          const rows: ReadonlyArray<readonly [MemberFilter, ReadonlyArray<number>]> = [
            [{}, [1, 2, 3]],
            [{ is_deleted: false }, [1, 3]],
            [{ is_deleted: true }, [2]],
            [{ user_id: acme.integer(2) }, [2]],
            [{ user_id: acme.integer(1), is_deleted: false }, [1]],
            [{ user_id: acme.integer(1), is_deleted: true }, []],
            [{ user_id: other.integer(1) }, []],
          ]
          for (const [filter, expected] of rows) {
            const found = yield* store.page(changeOf(acme), filter, all)
            deepEqual(ids(found), expected.map(acme.integer))
            equal(found.count, expected.length)
          }
          const { results } = yield* store.page(changeOf(acme), {}, all)
          const got = yield* Effect.forEach([1, 2, 3], (n) => store.get(keyOf(acme, n)))
          deepEqual(results, got)
        }),
      ),
    ],
  },

  {
    name: "BudgetMemberStore.pageOfUser",
    cases: [
      check("the memberships of one user with their budgets, oldest first, ties by id", () =>
        Effect.gen(function* () {
          const store = yield* BudgetMemberStore
          const amount = { available_amount: money(5), reset_amount: money(7) }
          yield* plant(acme, [
            ...base,
            created("budgets", acme.budget(3)),
            ...members(
              acme.member(3, { budget_id: acme.uuid(3), is_deleted: true }),
              acme.member(2, { budget_id: acme.uuid(2), ...amount, created: at(5) }),
              acme.member(1),
              acme.member(4, { user_id: acme.integer(2), budget_id: acme.uuid(3) }),
            ),
          ])
          const key = { client_id: acme.client_id, user_id: acme.integer(1) }
          const found = yield* store.pageOfUser(key, {}, all)
          deepEqual(ids(found), [1, 3, 2].map(acme.integer))
          matches(found.results[0], {
            ...{ available_amount: 10_000, reset_amount: 10_000 },
            budget: { id: acme.uuid(1), name: "Budget 1", budget_type: "BUDGET" },
          })
          matches(found.results[2], amount)
          deepEqual(
            ids(yield* store.pageOfUser(key, { is_deleted: false }, all)),
            [1, 2].map(acme.integer),
          )
          const part = yield* store.pageOfUser(key, {}, { offset: 1, limit: 1 })
          deepEqual({ count: part.count, ids: ids(part) }, { count: 3, ids: [acme.integer(3)] })
          const foreign = { ...key, client_id: other.client_id }
          deepEqual(yield* store.pageOfUser(foreign, {}, all), { count: 0, results: [] })
        }),
      ),
    ],
  },
]

/** What a `BudgetMemberStore` promises. */
export const budgetMemberStoreSuites: Suites<BudgetMemberStore> = [...changes, ...reads, ...lists]
