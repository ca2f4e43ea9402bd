import { equal, ok } from "node:assert/strict"
import {
  budgetRow,
  categories,
  categoryContext,
  created,
  nothing,
  type Store,
} from "@outlay/domain/ports"
import { decideCategory, decideCategoryRemoval, NotFound } from "@outlay/domain/rules"
import { Effect, Exit, Result } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, includesEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { acme, at, ground, now, other, plant, tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

const all = { offset: 0, limit: 50 }

const { client_id } = acme
const fresh = categoryContext({ category_id: null, accounting_code_id: null })

/** Guarantees of a storage for categories. */
export const categorySuites: Suites<Store> = [
  {
    name: "Categories: change",
    cases: [
      check(
        "loads the categories, the code that is named, and the budgets that name the category",
        () =>
          Effect.gen(function* () {
            const named = acme.category(3)
            const naming = (n: number, fields = {}) =>
              acme.budget(n, { categories: [acme.uuid(4), named.id], ...fields })
            const system = acme.category(4, { custom: false, enabled: false, created: at(1) })
            yield* plant(acme, [
              ...ground(acme),
              created("accounting_codes", acme.accountingCode(1, { is_deleted: true })),
              created("accounting_codes", acme.accountingCode(2)),
              created("categories", named),
              created("categories", system),
              created("categories", acme.category(5, { is_deleted: true })),
              created("budgets", naming(1, { created: at(2) })),
              created("budgets", naming(2, { limit_categories: true, created: at(1) })),
              created("budgets", naming(3, { is_deleted: true })),
              created("budgets", acme.budget(4, { categories: [acme.uuid(4)] })),
              created("custom_fields", acme.customField(1)),
              created("custom_field_budgets", acme.link()),
              created("custom_field_budgets", acme.link({ budget_id: acme.uuid(4) })),
            ])
            yield* plant(other, [...ground(other), created("categories", other.category(1))])
            const contextOf = (category_id: string | null, accounting_code_id: string | null) =>
              load(acme, categoryContext({ category_id, accounting_code_id }))
            const context = yield* contextOf(named.id, acme.uuid(1))
            equal(context.categories.length, 2)
            for (const category of [named, system]) includesEqual(context.categories, category)
            deepEqual(context.accounting_code, acme.accountingCode(1, { is_deleted: true }))
            deepEqual(context.budgets, [
              naming(2, { limit_categories: true, created: at(1) }),
              naming(1, { created: at(2) }),
            ])
            deepEqual(context.custom_fields, [acme.customField(1)])
            deepEqual(context.links, [acme.link()])
            const none = yield* contextOf(null, null)
            matches(none, { accounting_code: null, budgets: [], links: [] })
            equal((yield* contextOf(null, other.uuid(2))).accounting_code, null)
          }),
      ),

      check("a refusal is returned unchanged and stores nothing", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const refusal = new NotFound({ what: "category", id: "none" })
          equal(yield* Effect.flip(change(acme, fresh, () => Result.fail(refusal))), refusal)
          deepEqual(yield* Witness.use((_) => _.events(client_id)), [])
        }),
      ),

      check("a decision that cannot be written completely stores nothing", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const rows = [created("categories", acme.category(1)), created("roles", acme.role(1))]
          const broken = change(acme, fresh, () =>
            Result.succeed({ ...nothing(undefined), writes: rows }),
          )
          ok(Exit.isFailure(yield* Effect.exit(broken)))
          deepEqual(yield* read(acme, categories({}, all)), { count: 0, results: [] })
        }),
      ),

      check("one of two concurrent categories with one name is refused, in 20 races", () =>
        Effect.gen(function* () {
          for (let race = 0; race < 20; race++) {
            const of = tenant(100 + race)
            yield* plant(of, ground(of))
            const create = (n: number, name: string) =>
              Effect.exit(
                change(of, fresh, (context) =>
                  decideCategory(context, { client_id: of.client_id, id: of.uuid(n), name, now }),
                ),
              )
            const exits = yield* Effect.all([create(1, "Gifts"), create(2, "GIFTS")], {
              concurrency: "unbounded",
            })
            equal(exits.filter(Exit.isSuccess).length, 1)
            equal((yield* read(of, categories({}, all))).count, 1)
          }
        }),
      ),

      check("a deleted category leaves its budgets, and only those budgets change", () =>
        Effect.gen(function* () {
          const key = { client_id, category_id: acme.uuid(3) }
          const allowed = [4, 3, 5].map(acme.uuid)
          yield* plant(acme, [
            ...ground(acme),
            ...[3, 4, 5].map((n) => created("categories", acme.category(n))),
            created("budgets", acme.budget(1, { categories: allowed })),
            created("budgets", acme.budget(2, { categories: [acme.uuid(4)] })),
          ])
          yield* change(acme, categoryContext({ ...key, accounting_code_id: null }), (context) =>
            decideCategoryRemoval(context, key, now),
          )
          const budget = (n: number) =>
            read(acme, budgetRow({ client_id, budget_id: acme.uuid(n) }))
          deepEqual(
            yield* budget(1),
            acme.budget(1, { categories: [4, 5].map(acme.uuid), updated: now }),
          )
          deepEqual(yield* budget(2), acme.budget(2, { categories: [acme.uuid(4)] }))
          deepEqual(
            (yield* read(acme, categories({}, all))).results.map(({ id }) => id),
            [4, 5].map(acme.uuid),
          )
          const events = yield* Witness.use((_) => _.events(client_id))
          deepEqual(
            events.map(({ type }) => type),
            ["category.deleted", "budget.updated"],
          )
        }),
      ),
    ],
  },

  {
    name: "Categories: list",
    cases: [
      ...pageCases<Store>({
        row: (n, order) => created("categories", acme.category(n, { created: at(order) })),
        page: (page) => read(acme, categories({}, page)),
        idOf: acme.uuid,
      }),

      check("filters by kind; shows no deleted category and none of another business", () =>
        Effect.gen(function* () {
          const system = acme.category(2, { custom: false, enabled: false })
          yield* plant(acme, [
            ...ground(acme),
            created("categories", acme.category(1)),
            created("categories", system),
            created("categories", acme.category(3, { is_deleted: true })),
          ])
          yield* plant(other, ground(other))
          const page = (custom?: boolean) => read(acme, categories({ custom }, all))
          deepEqual(yield* page(true), { count: 1, results: [acme.category(1)] })
          deepEqual(yield* page(false), { count: 1, results: [system] })
          deepEqual(yield* page(), { count: 2, results: [acme.category(1), system] })
          deepEqual(yield* read(other, categories({}, all)), { count: 0, results: [] })
        }),
      ),
    ],
  },
]
