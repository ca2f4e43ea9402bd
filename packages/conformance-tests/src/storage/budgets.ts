import { equal } from "node:assert/strict"
import type { Budget, BudgetFilter } from "@outlay/domain/fields"
import {
  type BudgetChange,
  budgetById,
  budgetContext,
  budgetRow,
  budgetsByCreated,
  created,
  DueBudgetStore,
  type Store,
} from "@outlay/domain/ports"
import type { BudgetContext } from "@outlay/domain/rules"
import { Effect } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, includesEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { changeCases } from "./change.ts"
import { acme, at, ground, now, other, plant, type Tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

const contextOf = (budget_id: string | null, named: Partial<BudgetChange> = {}) =>
  budgetContext({ budget_id, user_ids: [], invite_ids: [], option_ids: [], ...named })

const key = (of: Tenant, n: number) => ({ client_id: of.client_id, budget_id: of.uuid(n) })

const budgets = (...rows: ReadonlyArray<Budget>) => rows.map((row) => created("budgets", row))

/**
 * Fields with every setting, one with a link that restricts it, and one that a budget does not
 * have.
 */
const catalogue = [
  created("categories", acme.category(1)),
  created("categories", acme.category(2, { is_deleted: true })),
  created("categories", acme.category(3, { enabled: false })),
  created("custom_fields", acme.customField(1, { created: at(9) })),
  created("custom_fields", acme.customField(2, { budget_setting: "ALL_CURRENT_AND_NEW" })),
  created("custom_fields", acme.customField(3, { budget_setting: "NONE" })),
  created("custom_fields", acme.customField(4)),
  created("custom_field_options", acme.option(1)),
  created("custom_field_options", acme.option(2)),
  created("custom_field_budgets", acme.link({ allow_options: [acme.uuid(2), acme.uuid(1)] })),
  created(
    "custom_field_budgets",
    acme.link({ custom_field_id: acme.uuid(4), budget_id: acme.uuid(2) }),
  ),
]

const changes: Suites<Store> = [
  {
    name: "Budgets: change",
    cases: [
      ...changeCases<BudgetContext, Store>(
        (of, decide) => change(of, contextOf(of.uuid(1)), decide),
        ({ business, budget }) => budget ?? business,
      ),

      check("loads the budget with all its people and records", () =>
        Effect.gen(function* () {
          const members = [
            acme.member(1, { is_deleted: true }),
            acme.member(2, { user_id: acme.integer(2) }),
          ]
          const owners = [acme.owner(1, { is_deleted: true }), acme.owner(2, { created: at(3) })]
          yield* plant(acme, [
            ...ground(acme),
            ...budgets(acme.budget(1), acme.budget(2)),
            ...[...members, acme.member(3, { budget_id: acme.uuid(2) })].map((row) =>
              created("budget_members", row),
            ),
            ...[...owners, acme.owner(3, { budget_id: acme.uuid(2) })].map((row) =>
              created("budget_owners", row),
            ),
            created("topups", acme.topup(1)),
            created("topups", acme.topup(2, { budget_member_id: acme.integer(2) })),
            created("topups", acme.topup(3, { status: "APPROVED" })),
            created("topups", acme.topup(4, { budget_id: acme.uuid(2) })),
          ])
          const context = yield* load(acme, contextOf(acme.uuid(1)))
          deepEqual(context.business, acme.business())
          deepEqual(context.budget, acme.budget(1))
          deepEqual(context.members, members)
          deepEqual(context.owners, owners)
          equal(context.pending_topups.length, 2)
          includesEqual(context.pending_topups, acme.topup(1))
          includesEqual(
            context.pending_topups,
            acme.topup(2, { budget_member_id: acme.integer(2) }),
          )
        }),
      ),

      check("loads the catalogue of the business, the links of the budget, and named records", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), ...budgets(acme.budget(1), acme.budget(2))])
          yield* plant(acme, [...catalogue, created("invites", acme.invite(1))])
          yield* plant(other, [...ground(other), created("invites", other.invite(1))])
          const context = yield* load(
            acme,
            contextOf(acme.uuid(1), {
              user_ids: [acme.integer(2), other.integer(1)],
              invite_ids: [acme.integer(1), other.integer(1)],
              option_ids: [acme.uuid(2), other.uuid(2)],
            }),
          )
          includesEqual(context.categories, acme.category(1))
          deepEqual(
            context.custom_fields.map((_) => _.id),
            [2, 3, 4, 1].map(acme.uuid),
          )
          deepEqual(
            context.custom_field_options.map((_) => _.id),
            [acme.uuid(2)],
          )
          deepEqual(context.links, [acme.link({ allow_options: [2, 1].map(acme.uuid) })])
          deepEqual(context.users, [acme.user(2)])
          deepEqual(context.invites, [acme.invite(1)])
          includesEqual(context.roles, acme.role(2))
        }),
      ),

      check("loads nothing of a budget for a new one, a missing one, or another business's", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), ...budgets(acme.budget(1))])
          yield* plant(acme, [created("budget_members", acme.member(1))])
          yield* plant(other, ground(other))
          const contexts = [
            load(acme, contextOf(null)),
            load(acme, contextOf(acme.uuid(9))),
            load(other, contextOf(acme.uuid(1))),
          ]
          for (const context of contexts) {
            const { budget, members, owners, pending_topups, links } = yield* context
            deepEqual(
              { budget, members, owners, pending_topups, links },
              {
                ...{ budget: null, members: [], owners: [] },
                ...{ pending_topups: [], links: [] },
              },
            )
          }
        }),
      ),
    ],
  },
]

const reads: Suites<Store> = [
  {
    name: "Budgets: get",
    cases: [
      check("returns the row unchanged, deleted or not", () =>
        Effect.gen(function* () {
          const never = acme.budget(2, {
            ...{ reset_period: "NEVER", current_period_end: null, is_deleted: true },
            ...{ budget_type: "SUBSCRIPTION", has_member_limits: true, rollover_funds: true },
            ...{ name: "Ünïcode “quotes” — 🧾 ' ; --" },
          })
          yield* plant(acme, [...ground(acme), ...budgets(acme.budget(1), never)])
          deepEqual(yield* read(acme, budgetRow(key(acme, 1))), acme.budget(1))
          deepEqual(yield* read(acme, budgetRow(key(acme, 2))), never)
        }),
      ),

      check("returns null for a missing budget or one of another business", () =>
        Effect.gen(function* () {
          yield* plant(acme, [...ground(acme), ...budgets(acme.budget(1))])
          yield* plant(other, ground(other))
          for (const [of, missing] of [
            [acme, key(acme, 9)],
            [other, key(acme, 1)],
          ] as const) {
            equal(yield* read(of, budgetRow(missing)), null)
            equal(yield* read(of, budgetById(missing)), null)
          }
        }),
      ),

      check(
        "shows the categories visible on it in its order, and its custom fields in theirs",
        () =>
          Effect.gen(function* () {
            const categories = [3, 1, 2].map(acme.uuid)
            yield* plant(acme, [
              ...ground(acme),
              ...budgets(acme.budget(1, { categories, limit_categories: true })),
              ...budgets(acme.budget(2, { categories })),
              ...catalogue,
            ])
            const shown = yield* read(acme, budgetById(key(acme, 1)))
            deepEqual(shown?.categories, [{ id: acme.uuid(1), name: "Category 1" }])
            deepEqual(shown?.custom_fields, [
              { id: acme.uuid(2), name: "Field 2", allow_options: null },
              { id: acme.uuid(1), name: "Field 1", allow_options: [2, 1].map(acme.uuid) },
            ])
            const unlimited = yield* read(acme, budgetById(key(acme, 2)))
            deepEqual(unlimited?.categories, [])
            deepEqual(
              unlimited?.custom_fields.map((_) => _.id),
              [2, 4].map(acme.uuid),
            )
          }),
      ),
    ],
  },
]

const page = (filter: BudgetFilter, request = { offset: 0, limit: 50 }) =>
  read(acme, budgetsByCreated(filter, request, null))

const lists: Suites<Store> = [
  {
    name: "Budgets: list",
    cases: [
      ...pageCases<Store>({
        row: (n, order) => created("budgets", acme.budget(n, { created: at(order) })),
        page: (request) => page({}, request),
        idOf: acme.uuid,
      }),

      check("filters, each alone and all together, with the count of matches", () =>
        Effect.gen(function* () {
          yield* plant(acme, [
            ...ground(acme),
            ...budgets(
              acme.budget(1),
              acme.budget(2, { is_deleted: true }),
              acme.budget(3, { budget_type: "SUBSCRIPTION" }),
              acme.budget(4, { has_member_limits: true }),
              acme.budget(5, { has_member_limits: true, is_deleted: true }),
            ),
          ])
          yield* plant(other, [...ground(other), ...budgets(other.budget(1))])
          const rows: ReadonlyArray<readonly [BudgetFilter, ReadonlyArray<number>]> = [
            [{}, [1, 2, 3, 4, 5]],
            [{ is_deleted: false }, [1, 3, 4]],
            [{ is_deleted: true }, [2, 5]],
            [{ budget_type: "SUBSCRIPTION" }, [3]],
            [{ budget_type: "BUDGET" }, [1, 2, 4, 5]],
            [{ has_member_limits: true }, [4, 5]],
            [{ has_member_limits: false }, [1, 2, 3]],
            [{ is_deleted: true, budget_type: "BUDGET", has_member_limits: true }, [5]],
            [{ is_deleted: true, budget_type: "SUBSCRIPTION" }, []],
          ]
          for (const [filter, expected] of rows) {
            const found = yield* page(filter)
            deepEqual(
              found.results.map((_) => _.id),
              expected.map(acme.uuid),
            )
            equal(found.count, expected.length)
            const part = yield* page(filter, { offset: 0, limit: 1 })
            equal(part.count, expected.length)
          }
        }),
      ),

      check("shows each like `get`", () =>
        Effect.gen(function* () {
          yield* plant(acme, [
            ...ground(acme),
            ...budgets(acme.budget(1, { categories: [acme.uuid(1)], limit_categories: true })),
            ...budgets(acme.budget(2)),
            ...catalogue,
          ])
          const { results } = yield* page({})
          for (const [index, n] of [1, 2].entries()) {
            deepEqual(results[index], yield* read(acme, budgetById(key(acme, n))))
          }
        }),
      ),
    ],
  },
]

const due: Suites<DueBudgetStore> = [
  {
    name: "DueBudgetStore.due",
    cases: [
      check("lists budgets whose period has ended, of one business or all, longest due first", () =>
        Effect.gen(function* () {
          const store = yield* DueBudgetStore
          const ended = { current_period_end: "2026-10-31T23:59:59.999Z" }
          yield* plant(acme, [
            ...ground(acme),
            ...budgets(
              acme.budget(1, ended),
              acme.budget(2, { ...ended, is_deleted: true }),
              acme.budget(3, { current_period_end: null, reset_period: "NEVER" }),
              acme.budget(4, { current_period_end: now }),
              acme.budget(5, { current_period_end: "2026-09-30T23:59:59.999Z" }),
            ),
          ])
          yield* plant(other, [...ground(other), ...budgets(other.budget(1, ended))])
          deepEqual(yield* store.due(acme.client_id, now, 50), [key(acme, 5), key(acme, 1)])
          deepEqual(yield* store.due(other.client_id, now, 50), [key(other, 1)])
          const all = [key(acme, 5), key(acme, 1), key(other, 1)]
          deepEqual(yield* store.due(null, now, 50), all)
          deepEqual(yield* store.due(null, now, 2), all.slice(0, 2))
          const later = "2026-11-21T12:00:00.001Z"
          equal((yield* store.due(acme.client_id, later, 50)).length, 3)
        }),
      ),
    ],
  },
]

/** Guarantees of a storage for budgets, and of a `DueBudgetStore`. */
export const budgetSuites: Suites<Store | DueBudgetStore> = [...changes, ...reads, ...lists, ...due]
