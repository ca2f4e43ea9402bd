import { equal } from "node:assert/strict"
import { money } from "@outlay/domain"
import { type BudgetMember, type MemberFilter, subUser } from "@outlay/domain/fields"
import {
  created,
  memberById,
  memberContext,
  membershipsOfUser,
  membersOfBudget,
  type Store,
} from "@outlay/domain/ports"
import type { MemberContext } from "@outlay/domain/rules"
import { Effect } from "effect"
import { change, load, read } from "./access.ts"
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

const get = (n: number, budget = 1) => read(acme, memberById(keyOf(acme, n, budget)))

const page = (filter: MemberFilter, request = all) =>
  read(acme, membersOfBudget(changeOf(acme), filter, request, null))

const changes: Suites<Store> = [
  {
    name: "Budget members: change",
    cases: [
      ...changeCases<MemberContext, Store>(
        (of, decide) => change(of, memberContext(changeOf(of)), decide),
        ({ business, budget }) => budget ?? business,
      ),

      check("loads the budget, all its members by age, and the people of both", () =>
        Effect.gen(function* () {
          const rows = [
            acme.member(2, { user_id: acme.integer(2), created: at(1), is_deleted: true }),
            acme.member(3, { user_id: null, invite_id: acme.integer(1), created: at(1) }),
            acme.member(1, { created: at(2) }),
          ]
          yield* plant(acme, [...base, ...members(...rows.toReversed())])
          yield* plant(acme, members(acme.member(4, { budget_id: acme.uuid(2) })))
          const context = yield* load(
            acme,
            memberContext({ ...changeOf(acme), user_ids: [acme.integer(3)] }),
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
          const context = yield* load(acme, memberContext(changeOf(acme)))
          deepEqual(context.pending_topups, pending)
          deepEqual(context.users.map((_) => _.id).toSorted(), [1, 3].map(acme.integer))
        }),
      ),

      ...[
        { who: "a user", newcomer: { user_id: acme.integer(2), invite_id: null }, n: 2 },
        { who: "an invite", newcomer: { user_id: null, invite_id: acme.integer(1) }, n: 3 },
      ].map(({ who, newcomer, n }) =>
        check(`loads only the earlier membership of a new member: ${who}`, () =>
          Effect.gen(function* () {
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
            const context = yield* load(acme, memberContext({ ...changeOf(acme), newcomer }))
            deepEqual(context.members, [rows[n - 1]])
            deepEqual(context.pending_topups, [])
          }),
        ),
      ),

      check("loads nothing of another business", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...base, ...members(acme.member(1))])
          yield* plant(other, ground(other))
          const context = yield* load(other, memberContext(changeOf(acme)))
          deepEqual([context.budget, context.members], [null, []])
        }),
      ),
    ],
  },
]

const reads: Suites<Store> = [
  {
    name: "Budget members: get",
    cases: [
      check("shows a member's own amounts with member limits, and the budget's without", () =>
        Effect.gen(function* () {
          const own = { available_amount: money(5), spent_amount: money(3), reset_amount: money(7) }
          yield* plant(acme, [
            ...base,
            ...members(acme.member(1, own), acme.member(2, { ...own, budget_id: acme.uuid(2) })),
          ])
          matches(yield* get(1), {
            ...{ id: acme.integer(1), is_deleted: false, created: at(0), updated: at(0) },
            ...{ available_amount: 10_000, spent_amount: 3, reset_amount: 10_000 },
          })
          matches(yield* get(2, 2), own)
        }),
      ),

      check("shows the user, or the invite with the name of its role", () =>
        Effect.gen(function* () {
          const invited = acme.member(2, { user_id: null, invite_id: acme.integer(1) })
          yield* plant(acme, [...base, ...members(acme.member(1), invited)])
          matches(yield* get(1), { user: subUser(acme.user(1)), invite: null })
          matches(yield* get(2), {
            user: null,
            invite: { ...acme.invite(1), role: "Role 2" },
          })
        }),
      ),

      check("returns null for a missing member, or one of another budget or business", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...base, ...members(acme.member(1))])
          yield* plant(other, ground(other))
          equal(yield* get(9), null)
          equal(yield* get(1, 2), null)
          equal(yield* read(other, memberById(keyOf(acme, 1))), null)
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

const lists: Suites<Store> = [
  {
    name: "Budget members: list",
    cases: [
      ...pageCases<Store>({
        base: [
          created("budgets", acme.budget(1)),
          ...[11, 12, 13, 14, 15].map((n) => created("users", acme.user(n))),
        ],
        row: (n, order) =>
          created(
            "budget_members",
            acme.member(n, { user_id: acme.integer(n), created: at(order) }),
          ),
        page: (request) => page({}, request),
        idOf: acme.integer,
      }),

      check("filters, and shows each as `get` does", () =>
        Effect.gen(function* () {
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
            const found = yield* page(filter)
            deepEqual(ids(found), expected.map(acme.integer))
            equal(found.count, expected.length)
          }
          const { results } = yield* page({})
          const got = yield* Effect.forEach([1, 2, 3], (n) => get(n))
          deepEqual(results, got)
        }),
      ),
    ],
  },

  {
    name: "Budget members: list of a user",
    cases: [
      check("returns the memberships of a user with their budgets, oldest first, ties by id", () =>
        Effect.gen(function* () {
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
          const ofUser = (filter: MemberFilter, request = all) =>
            membershipsOfUser({ user_id: acme.integer(1) }, filter, request, null)
          const found = yield* read(acme, ofUser({}))
          deepEqual(ids(found), [1, 3, 2].map(acme.integer))
          matches(found.results[0], {
            ...{ available_amount: 10_000, reset_amount: 10_000 },
            budget: { id: acme.uuid(1), name: "Budget 1", budget_type: "BUDGET" },
          })
          matches(found.results[2], amount)
          deepEqual(ids(yield* read(acme, ofUser({ is_deleted: false }))), [1, 2].map(acme.integer))
          const part = yield* read(acme, ofUser({}, { offset: 1, limit: 1 }))
          deepEqual({ count: part.count, ids: ids(part) }, { count: 3, ids: [acme.integer(3)] })
          deepEqual(yield* read(other, ofUser({})), { count: 0, results: [] })
        }),
      ),
    ],
  },
]

/** Guarantees of a storage for members of budgets. */
export const budgetMemberSuites: Suites<Store> = [...changes, ...reads, ...lists]
