import { equal } from "node:assert/strict"
import type { Actor } from "@outlay/domain"
import { subUser, type Topup, type TopupFilter } from "@outlay/domain/fields"
import {
  budgetRow,
  created,
  type Store,
  type TopupKey,
  type TopupReader,
  topupContext,
  topupsOfBusiness,
  topupsOfTarget,
} from "@outlay/domain/ports"
import { decideTopup, type TopupContext } from "@outlay/domain/rules"
import { BigDecimal, Effect } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, includesEqual, matches } from "./assert.ts"
import { actor, check, type Suites, Witness } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, now, other, plant, type Tenant } from "./given.ts"

const contextOf = ({ client_id, uuid }: Tenant, fields: Partial<TopupKey> = {}) =>
  topupContext({
    ...{ client_id, budget_id: uuid(1), budget_member_id: null },
    ...{ topup_id: null, user_id: null },
    ...fields,
  })

const topups = (...rows: ReadonlyArray<Topup>) => rows.map((row) => created("topups", row))

const page = (
  of: Tenant,
  offset: number,
  limit: number,
  budget_member_id: number | null = null,
) => {
  const target = { client_id: of.client_id, budget_id: of.uuid(1), budget_member_id }
  return read(of, topupsOfTarget(target, { offset, limit }, null))
}

const reader: TopupReader = { actor, today: "2026-11-21", sight: null }

const everything = { offset: 0, limit: 50 }

const ofBusiness = (filter: TopupFilter, fields: Partial<TopupReader> = {}, part = everything) =>
  read(acme, topupsOfBusiness(filter, part, { ...reader, ...fields }))

const numbers = ({ results }: { readonly results: ReadonlyArray<{ readonly id: string }> }) =>
  results.map(({ id }) => Number(id.slice(-2)))

const base = [
  ...ground(acme),
  created("budgets", acme.budget(1)),
  created("budgets", acme.budget(2)),
  created("budget_members", acme.member(1)),
]

/** Guarantees of a storage for topups. */
export const topupSuites: Suites<Store> = [
  {
    name: "Topups: change",
    cases: [
      ...changeCases<TopupContext, Store>(
        (of, decide) => change(of, contextOf(of), decide),
        ({ business, budget }) => budget ?? business,
      ),

      check("loads the business, the budget, the member, the topup, and the named people", () =>
        Effect.gen(function* () {
          const topup = acme.topup(5, { requested_by: acme.integer(2), budget_member_id: null })
          yield* plant(acme, [...base, ...topups(topup)])
          const context = yield* load(
            acme,
            contextOf(acme, {
              budget_member_id: acme.integer(1),
              topup_id: topup.id,
              user_id: acme.integer(3),
            }),
          )
          deepEqual(context.business, acme.business())
          deepEqual(context.budget, acme.budget(1))
          deepEqual(context.member, acme.member(1))
          deepEqual(context.topup, topup)
          for (const n of [2, 3]) includesEqual(context.people, acme.user(n))
        }),
      ),

      check("loads null for a missing one, or one of another budget or business", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...base, ...topups(acme.topup(5))])
          yield* plant(other, ground(other))
          const foreign = yield* load(
            other,
            contextOf(acme, { budget_member_id: acme.integer(1), topup_id: acme.uuid(5) }),
          )
          deepEqual([foreign.budget, foreign.member, foreign.topup], [null, null, null])
          const missing = yield* load(acme, contextOf(acme, { budget_id: acme.uuid(9) }))
          deepEqual([missing.budget, missing.member, missing.topup], [null, null, null])
          const astray = yield* load(
            acme,
            contextOf(acme, { budget_id: acme.uuid(2), budget_member_id: acme.integer(1) }),
          )
          equal(astray.member, null)
        }),
      ),

      check("loads the active owners who are users, and the Admins", () =>
        Effect.gen(function* () {
          yield* plant(acme, [
            ...base,
            ...topups(acme.topup(5)),
            created("invites", acme.invite(1)),
            created("users", acme.user(5, { role_id: acme.uuid(1), is_deleted: true })),
            created("budget_owners", acme.owner(1, { user_id: acme.integer(1) })),
            created("budget_owners", acme.owner(2, { user_id: acme.integer(2), is_deleted: true })),
            created(
              "budget_owners",
              acme.owner(3, { user_id: null, invite_id: acme.invite(1).id }),
            ),
            created(
              "budget_owners",
              acme.owner(4, { user_id: acme.integer(3), budget_id: acme.uuid(2) }),
            ),
          ])
          const { approvers } = yield* load(acme, contextOf(acme, { topup_id: acme.uuid(5) }))
          deepEqual(approvers.owners, [acme.user(1)])
          deepEqual(approvers.admins, [acme.user(4, { role_id: acme.uuid(1) })])
        }),
      ),

      check("200 concurrent topups of +1 and -1: the balance is the sum of those accepted", () =>
        Effect.gen(function* () {
          yield* plant(acme, base)
          const target = { client_id: acme.client_id, budget_id: acme.uuid(1) }
          const topup = (n: number) =>
            change(acme, contextOf(acme), (context) =>
              decideTopup(context, {
                id: acme.uuid(1_000 + n),
                target: { ...target, budget_member_id: null },
                amount: BigDecimal.fromNumberUnsafe(n % 2 === 0 ? 1 : -1),
                description: "One",
                actor,
                now,
              }),
            )
          const all = Array.from({ length: 200 }, (_, n) => Effect.option(topup(n)))
          const results = yield* Effect.all(all, { concurrency: "unbounded" })
          const moved = results.flatMap((_) => (_._tag === "Some" ? [_.value.amount] : []))
          const sum = moved.reduce((total, amount) => total + amount, 0)
          const budget = yield* read(acme, budgetRow(target))
          equal(budget?.available_amount, 10_000 + sum)
          equal((yield* page(acme, 0, 500)).count, moved.length)
          const witness = yield* Witness
          equal((yield* witness.entries(acme.client_id)).length, moved.length)
          // Each is created and approved at once.
          equal((yield* witness.events(acme.client_id)).length, 2 * moved.length)
        }),
      ),
    ],
  },

  {
    name: "Topups: list",
    cases: [
      check("newest first, ties by id, each with its people", () =>
        Effect.gen(function* () {
          const rows = [3, 1, 4, 2, 5].map((n) =>
            acme.topup(n, { created: at(n === 5 ? 0 : 7), updated: at(n === 5 ? 0 : 7) }),
          )
          yield* plant(acme, [...base, ...topups(...rows)])
          const { count, results } = yield* page(acme, 0, 50)
          equal(count, 5)
          deepEqual(
            results.map((_) => _.id),
            [1, 2, 3, 4, 5].map(acme.uuid),
          )
          matches(results[3], {
            ...acme.topup(4, { created: at(7), updated: at(7) }),
            requested_by: subUser(acme.user(1)),
            actioned_by: null,
          })
        }),
      ),

      check("parts cover the list; past its end the page is empty, with the true count", () =>
        Effect.gen(function* () {
          const rows = [1, 2, 3, 4, 5].map((n) => acme.topup(n, { created: at(n) }))
          yield* plant(acme, [...base, ...topups(...rows)])
          const parts = yield* Effect.forEach([0, 2, 4, 6], (offset) => page(acme, offset, 2))
          deepEqual(
            parts.map((_) => _.count),
            [5, 5, 5, 5],
          )
          deepEqual(
            parts.map((_) => _.results.map((row) => row.id)),
            [[5, 4], [3, 2], [1], []].map((part) => part.map(acme.uuid)),
          )
        }),
      ),

      check("only those of the target and of the business", () =>
        Effect.gen(function* () {
          yield* plant(acme, [
            ...base,
            ...topups(
              acme.topup(1),
              acme.topup(2, { budget_member_id: acme.integer(1) }),
              acme.topup(3, { budget_id: acme.uuid(2) }),
            ),
          ])
          yield* plant(other, [...ground(other), created("budgets", other.budget(1))])
          const ids = (part: { readonly results: ReadonlyArray<{ readonly id: string }> }) =>
            part.results.map((_) => _.id)
          deepEqual(ids(yield* page(acme, 0, 50)), [acme.uuid(1)])
          deepEqual(ids(yield* page(acme, 0, 50, acme.integer(1))), [acme.uuid(2)])
          deepEqual(yield* page(other, 0, 50), { count: 0, results: [] })
        }),
      ),
    ],
  },

  {
    name: "Topups: list of a business",
    cases: [
      check("newest first, across all budgets and members, with budget and member", () =>
        Effect.gen(function* () {
          const rows = [
            acme.topup(1, { created: at(1) }),
            acme.topup(2, { created: at(3), budget_id: acme.uuid(2) }),
            acme.topup(3, { created: at(3), budget_member_id: acme.integer(1) }),
            acme.topup(4, { created: at(9), status: "APPROVED" }),
          ]
          yield* plant(acme, [...base, ...topups(...rows)])
          yield* plant(other, [
            ...ground(other),
            created("budgets", other.budget(1)),
            ...topups(other.topup(1)),
          ])
          const all = yield* ofBusiness({})
          deepEqual([all.count, numbers(all)], [4, [4, 2, 3, 1]])
          deepEqual(numbers(yield* ofBusiness({ status: "PENDING" })), [2, 3, 1])
          deepEqual(numbers(yield* ofBusiness({ status: "APPROVED" })), [4])
          deepEqual(yield* ofBusiness({ status: "DECLINED" }), { count: 0, results: [] })
          const user = acme.member(1).user_id
          matches(all.results.slice(1, 3), [
            { budget: { id: acme.uuid(2), name: acme.budget(2).name }, member: null },
            {
              budget: { id: acme.uuid(1) },
              member: { id: String(acme.integer(1)), user: { id: user } },
            },
          ])
        }),
      ),

      check("parts cover the list; past its end the page is empty, with the true count", () =>
        Effect.gen(function* () {
          const rows = [1, 2, 3, 4, 5].map((n) => acme.topup(n, { created: at(n) }))
          yield* plant(acme, [...base, ...topups(...rows)])
          const parts = yield* Effect.forEach([0, 2, 4, 6], (offset) =>
            ofBusiness({ status: "PENDING" }, {}, { offset, limit: 2 }),
          )
          deepEqual(
            parts.map((part) => [part.count, numbers(part)]),
            [
              [5, [5, 4]],
              [5, [3, 2]],
              [5, [1]],
              [5, []],
            ],
          )
        }),
      ),

      check("can_decide: owners, their delegates today and Admins, but not the requester", () =>
        Effect.gen(function* () {
          const away = {
            out_of_office_mode: true,
            out_of_office_start_date: "2026-11-21",
            out_of_office_end_date: "2026-11-21",
          }
          const [one, two, three] = [1, 2, 3].map(acme.integer) as [number, number, number]
          yield* plant(acme, [
            ...base.filter(({ table }) => table !== "users"),
            created("users", acme.user(1)),
            created("users", acme.user(2, { ...away, delegate_approver: three })),
            created("users", acme.user(3)),
            created("users", acme.user(4, { role_id: acme.uuid(1) })),
            created("budget_owners", acme.owner(1, { user_id: two })),
            ...topups(
              acme.topup(1, { created: at(9), requested_by: one }),
              acme.topup(2, { created: at(8), requested_by: three }),
              acme.topup(3, { created: at(7), requested_by: two, status: "DECLINED" }),
              acme.topup(4, { created: at(6), requested_by: one, budget_id: acme.uuid(2) }),
            ),
          ])
          const may = (n: number, is_admin = false) =>
            Effect.map(
              ofBusiness({}, { actor: { ...actor, user_id: acme.integer(n), is_admin } as Actor }),
              ({ results }) => results.map(({ can_decide }) => can_decide),
            )
          deepEqual(yield* may(1), [false, false, false, false])
          deepEqual(yield* may(2), [true, true, false, false])
          deepEqual(yield* may(3), [true, false, false, false])
          deepEqual(yield* may(4, true), [true, true, false, true])
        }),
      ),

      check("limited to a user: of owned budgets, their own, and pending for a delegate", () =>
        Effect.gen(function* () {
          const two = acme.integer(2)
          yield* plant(acme, [
            ...base.filter(({ table }) => table !== "budget_members"),
            created("budget_members", acme.member(1, { user_id: two })),
            created("budget_owners", acme.owner(1, { user_id: two, budget_id: acme.uuid(2) })),
            ...topups(
              acme.topup(1, { created: at(5), requested_by: two }),
              acme.topup(2, { created: at(4), requested_by: null }),
              acme.topup(3, { created: at(3), requested_by: null, budget_id: acme.uuid(2) }),
              acme.topup(4, { created: at(2), status: "APPROVED", budget_id: acme.uuid(2) }),
            ),
          ])
          const seen = (n: number, filter: TopupFilter = {}) =>
            ofBusiness(filter, { sight: { user_id: acme.integer(n), today: "2026-11-21" } })
          const all = yield* seen(2)
          deepEqual([all.count, numbers(all)], [3, [1, 3, 4]])
          deepEqual(numbers(yield* seen(2, { status: "PENDING" })), [1, 3])
          deepEqual(yield* seen(3), { count: 0, results: [] })
        }),
      ),
    ],
  },
]
