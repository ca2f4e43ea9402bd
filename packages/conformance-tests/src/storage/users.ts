import { equal } from "node:assert/strict"
import type { UserFilter } from "@outlay/domain/fields"
import {
  created,
  type Store,
  userById,
  userContext,
  userRemovalContext,
  usersByCreated,
} from "@outlay/domain/ports"
import type { UserContext, UserRemovalContext } from "@outlay/domain/rules"
import { Effect } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, includesEqual, matches } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, now, other, plant, type Tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

const fresh = userContext({ user_id: null, email: null, user_ids: [] })

const removalOf = ({ client_id, integer }: Tenant, maxRows = 100) =>
  userRemovalContext({ client_id, user_id: integer(1), maxRows })

const get = (of: Tenant, n: number) => read(of, userById(acme.integer(n)))

const page = (of: Tenant, filter: UserFilter, request = { offset: 0, limit: 50 }) =>
  read(of, usersByCreated(filter, request))

/** A business with roles and no user. */
const employer = [
  created("businesses", acme.business()),
  ...[1, 2].map((n) => created("roles", acme.role(n))),
]

const changes: Suites<Store> = [
  {
    name: "Users: change",
    cases: [
      ...changeCases<UserContext, Store>(
        (of, decide) => change(of, fresh, decide),
        ({ business }) => business ?? acme.business(),
      ),

      check("loads the user, users with the same address, the named people, and delegators", () =>
        Effect.gen(function* () {
          const delegate_approver = acme.integer(1)
          const people = [
            acme.user(1, { delegate_approver: acme.integer(4) }),
            acme.user(2, { delegate_approver }),
            acme.user(3, { expense_delegate: [acme.integer(9), acme.integer(1)] }),
            acme.user(4, { email: "STRASSE.cafe\u0301@example.TEST" }),
            acme.user(5, {
              delegate_approver,
              is_deleted: true,
              email: "straße.caf\u00e9@example.test",
            }),
            acme.user(6),
          ]
          yield* plant(acme, [...employer, ...people.map((row) => created("users", row))])
          yield* plant(other, [
            ...ground(other),
            created("users", other.user(9, { email: "straße.caf\u00e9@example.test" })),
          ])
          const context = yield* load(
            acme,
            userContext({
              ...{ user_id: acme.integer(1), email: "Straße.CAF\u00c9@example.test" },
              user_ids: [acme.integer(6), other.integer(1)],
            }),
          )
          const ids = (rows: ReadonlyArray<{ readonly id: number }>) =>
            rows.map((_) => _.id).toSorted()
          deepEqual(context.business, acme.business())
          deepEqual(context.user, people[0])
          deepEqual(ids(context.namesakes), [acme.integer(4)])
          deepEqual(ids(context.people), [4, 6].map(acme.integer))
          deepEqual(ids(context.delegators), [2, 3].map(acme.integer))
          includesEqual(context.roles, acme.role(2))
        }),
      ),
    ],
  },

  {
    name: "Users: removal",
    cases: [
      ...changeCases<UserRemovalContext, Store>(
        (of, decide) => change(of, removalOf(of), decide),
        ({ business }) => business,
      ),

      check("loads all records of the user, and the other owners of their budgets", () =>
        Effect.gen(function* () {
          const user_id = acme.integer(2)
          const ofMember = (n: number) => ({ budget_member_id: acme.integer(n) })
          const topups = [
            acme.topup(1, { ...ofMember(1), created: at(1) }),
            acme.topup(2, { status: "APPROVED" }),
            acme.topup(3, { requested_by: user_id }),
            acme.topup(4, { ...ofMember(1), requested_by: acme.integer(3), created: at(2) }),
            acme.topup(5, { ...ofMember(2), requested_by: user_id }),
            acme.topup(6, { ...ofMember(1), requested_by: user_id, status: "DECLINED" }),
          ]
          yield* plant(acme, [
            ...ground(acme),
            ...[1, 2, 3, 4].map((n) => created("budgets", acme.budget(n))),
            created("budget_members", acme.member(1)),
            created("budget_members", acme.member(2, { user_id })),
            created(
              "budget_members",
              acme.member(3, { is_deleted: true, budget_id: acme.uuid(4) }),
            ),
            created("budget_owners", acme.owner(1, { budget_id: acme.uuid(2) })),
            created("budget_owners", acme.owner(2, { budget_id: acme.uuid(2), user_id })),
            created("budget_owners", acme.owner(3, { budget_id: acme.uuid(3), user_id })),
            created("budget_owners", acme.owner(4, { budget_id: acme.uuid(4), is_deleted: true })),
            ...topups.toReversed().map((topup) => created("topups", topup)),
            created("tokens", acme.token(1, { user_id: acme.integer(1) })),
            created("tokens", acme.token(2, { user_id: acme.integer(1), revoked_at: now })),
            created("tokens", acme.token(3, { user_id })),
          ])
          const context = yield* load(acme, removalOf(acme))
          deepEqual(context.user, acme.user(1))
          deepEqual(context.memberships, [acme.member(1)])
          deepEqual(
            context.owners.map((_) => _.id),
            [1, 2].map(acme.uuid),
          )
          deepEqual(
            context.budgets.map((_) => _.id),
            [1, 2].map(acme.uuid),
          )
          deepEqual(
            context.pending_topups,
            [1, 4].map((n) => topups[n - 1]),
          )
          deepEqual(context.requesters.map((_) => _.id).toSorted(), [1, 3].map(acme.integer))
          deepEqual(
            context.tokens.map((_) => _.id),
            [acme.uuid(1)],
          )
          equal(context.more, false)
        }),
      ),

      check(
        "loads only as many memberships and topups as requested, and says if there are more",
        () =>
          Effect.gen(function* () {
            const numbers = [1, 2, 3]
            const ofBudget = (n: number) => ({ budget_id: acme.uuid(n), created: at(4 - n) })
            yield* plant(acme, [
              ...ground(acme),
              ...numbers.map((n) => created("budgets", acme.budget(n))),
              ...numbers.map((n) => created("budget_members", acme.member(n, ofBudget(n)))),
              ...numbers.map((n) => created("topups", acme.topup(n, ofBudget(n)))),
            ])
            const seen = (maxRows: number) =>
              Effect.map(
                load(acme, removalOf(acme, maxRows)),
                ({ memberships, pending_topups, more }) => ({
                  members: memberships.map((_) => _.id),
                  topups: pending_topups.map((_) => _.id),
                  more,
                }),
              )
            const all = { members: [3, 2, 1].map(acme.integer), topups: [3, 2, 1].map(acme.uuid) }
            const some = { members: all.members.slice(0, 2), topups: all.topups.slice(0, 2) }
            deepEqual(yield* seen(2), { ...some, more: true })
            deepEqual(yield* seen(3), { ...all, more: false })
          }),
      ),
    ],
  },
]

const reads: Suites<Store> = [
  {
    name: "Users: get and list",
    cases: [
      ...pageCases<Store>(
        {
          row: (n, order) => created("users", acme.user(n, { created: at(order) })),
          page: (request) => page(acme, {}, request),
          idOf: acme.integer,
        },
        employer,
      ),

      check("filters, and shows each with its name and its role, like `get`", () =>
        Effect.gen(function* () {
          const away = {
            ...{ out_of_office_mode: true, out_of_office_start_date: "2026-11-01" },
            ...{ out_of_office_end_date: "2026-12-01", delegate_approver: acme.integer(2) },
          }
          const rows = [
            acme.user(1, { ...away, display_name: "Ünï", expense_delegate: [acme.integer(2)] }),
            acme.user(2, { is_deleted: true, payment_types: [], role_id: acme.uuid(1) }),
          ]
          yield* plant(acme, [...employer, ...rows.map((row) => created("users", row))])
          yield* plant(other, ground(other))
          const cases: ReadonlyArray<readonly [UserFilter, ReadonlyArray<number>]> = [
            [{}, [1, 2]],
            [{ is_deleted: false }, [1]],
            [{ is_deleted: true }, [2]],
          ]
          for (const [filter, expected] of cases) {
            const { count, results } = yield* page(acme, filter)
            deepEqual(
              results.map((_) => _.id),
              expected.map(acme.integer),
            )
            equal(count, expected.length)
          }
          const { results } = yield* page(acme, {})
          matches(results, [
            { ...rows[0], name: "Ünï", role: "Role 2" },
            { ...rows[1], name: "First2 Last2", role: "Admin" },
          ])
          for (const n of [1, 2]) deepEqual(yield* get(acme, n), results[n - 1])
        }),
      ),

      check("expense assistants are null if the business does not have the feature", () =>
        Effect.gen(function* () {
          const features = { expense_assistant: false, itemised_tax: true, hold_to_wallet: false }
          yield* plant(acme, [
            created("businesses", acme.business({ features })),
            ...[1, 2].map((n) => created("roles", acme.role(n))),
            created("users", acme.user(1)),
          ])
          equal((yield* get(acme, 1))?.expense_delegate, null)
        }),
      ),

      check("returns null for a missing user or one of another business", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          yield* plant(other, ground(other))
          equal(yield* get(acme, 9), null)
          equal(yield* get(other, 1), null)
        }),
      ),
    ],
  },
]

/** Guarantees of a storage for users. */
export const userSuites: Suites<Store> = [...changes, ...reads]
