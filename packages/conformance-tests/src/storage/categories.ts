import {
  BudgetStore,
  CategoryStore,
  created,
  decideCategory,
  decideCategoryRemoval,
  NotFound,
  nothing,
} from "@outlay/domain"
import { Effect, Exit, Result } from "effect"
import { describe, expect } from "vitest"
import { acme, at, ground, now, other, plant, tenant } from "./given.ts"
import { checks, type Storage, Witness } from "./judge.ts"
import { pageChecks } from "./paging.ts"

const all = { offset: 0, limit: 50 }

const { client_id } = acme
const fresh = { client_id, category_id: null, accounting_code_id: null }

/** What a `CategoryStore` promises. */
export const categoryStoreSuite = (name: string, storage: Storage<CategoryStore>): void => {
  const check = checks(storage)

  describe(`${name}: CategoryStore.change`, () => {
    check(
      "loads the categories, the code that is named, and the budgets that name the category",
      () =>
        Effect.gen(function* () {
          const store = yield* CategoryStore
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
          const load = (category_id: string | null, accounting_code_id: string | null) =>
            store.change({ client_id, category_id, accounting_code_id }, (context) =>
              Result.succeed(nothing(context)),
            )
          const context = yield* load(named.id, acme.uuid(1))
          expect(context.categories).toHaveLength(2)
          expect(context.categories).toEqual(expect.arrayContaining([named, system]))
          expect(context.accounting_code).toEqual(acme.accountingCode(1, { is_deleted: true }))
          expect(context.budgets).toEqual([
            naming(2, { limit_categories: true, created: at(1) }),
            naming(1, { created: at(2) }),
          ])
          expect(context.custom_fields).toEqual([acme.customField(1)])
          expect(context.links).toEqual([acme.link()])
          const none = yield* load(null, null)
          expect(none).toMatchObject({ accounting_code: null, budgets: [], links: [] })
          expect((yield* load(null, other.uuid(2))).accounting_code).toBeNull()
        }),
    )

    check("a refusal is answered as it is, and leaves nothing", () =>
      Effect.gen(function* () {
        const store = yield* CategoryStore
        yield* plant(acme, ground(acme))
        const refusal = new NotFound({ what: "category", id: "none" })
        expect(yield* Effect.flip(store.change(fresh, () => Result.fail(refusal)))).toBe(refusal)
        expect(yield* Witness.use((_) => _.events(client_id))).toEqual([])
      }),
    )

    check("a decision that cannot be written whole leaves nothing of it", () =>
      Effect.gen(function* () {
        const store = yield* CategoryStore
        yield* plant(acme, ground(acme))
        const rows = [created("categories", acme.category(1)), created("roles", acme.role(1))]
        const change = store.change(fresh, () =>
          Result.succeed({ ...nothing(undefined), writes: rows }),
        )
        expect(Exit.isFailure(yield* Effect.exit(change))).toBe(true)
        expect(yield* store.page(client_id, {}, all)).toEqual({ count: 0, results: [] })
      }),
    )

    check("of two categories of one name made at once, in 20 races, one is refused", () =>
      Effect.gen(function* () {
        const store = yield* CategoryStore
        for (let race = 0; race < 20; race++) {
          const of = tenant(100 + race)
          yield* plant(of, ground(of))
          const create = (n: number, name: string) =>
            Effect.exit(
              store.change({ ...fresh, client_id: of.client_id }, (context) =>
                decideCategory(context, { client_id: of.client_id, id: of.uuid(n), name, now }),
              ),
            )
          const exits = yield* Effect.all([create(1, "Gifts"), create(2, "GIFTS")], {
            concurrency: "unbounded",
          })
          expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
          expect((yield* store.page(of.client_id, {}, all)).count).toBe(1)
        }
      }),
    )

    check("a category that is deleted leaves budgets, and only those that named it change", () =>
      Effect.gen(function* () {
        const store = yield* CategoryStore
        const key = { client_id, category_id: acme.uuid(3) }
        const categories = [4, 3, 5].map(acme.uuid)
        yield* plant(acme, [
          ...ground(acme),
          ...[3, 4, 5].map((n) => created("categories", acme.category(n))),
          created("budgets", acme.budget(1, { categories })),
          created("budgets", acme.budget(2, { categories: [acme.uuid(4)] })),
        ])
        yield* store.change({ ...key, accounting_code_id: null }, (context) =>
          decideCategoryRemoval(context, key, now),
        )
        const budget = (n: number) =>
          BudgetStore.use((_) => _.find({ client_id, budget_id: acme.uuid(n) }))
        expect(yield* budget(1)).toEqual(
          acme.budget(1, { categories: [4, 5].map(acme.uuid), updated: now }),
        )
        expect(yield* budget(2)).toEqual(acme.budget(2, { categories: [acme.uuid(4)] }))
        expect((yield* store.page(client_id, {}, all)).results.map(({ id }) => id)).toEqual(
          [4, 5].map(acme.uuid),
        )
        const events = yield* Witness.use((_) => _.events(client_id))
        expect(events.map(({ type }) => type)).toEqual(["category.deleted", "budget.updated"])
      }),
    )
  })

  describe(`${name}: CategoryStore.page`, () => {
    pageChecks<CategoryStore>(storage, {
      row: (n, order) => created("categories", acme.category(n, { created: at(order) })),
      page: (page) => CategoryStore.use((store) => store.page(client_id, {}, page)),
      idOf: acme.uuid,
    })

    check("filters by kind; shows no deleted category, and none of another business", () =>
      Effect.gen(function* () {
        const store = yield* CategoryStore
        const system = acme.category(2, { custom: false, enabled: false })
        yield* plant(acme, [
          ...ground(acme),
          created("categories", acme.category(1)),
          created("categories", system),
          created("categories", acme.category(3, { is_deleted: true })),
        ])
        yield* plant(other, ground(other))
        const page = (custom?: boolean) => store.page(client_id, { custom }, all)
        expect(yield* page(true)).toEqual({ count: 1, results: [acme.category(1)] })
        expect(yield* page(false)).toEqual({ count: 1, results: [system] })
        expect(yield* page()).toEqual({ count: 2, results: [acme.category(1), system] })
        expect(yield* store.page(other.client_id, {}, all)).toEqual({ count: 0, results: [] })
      }),
    )
  })
}
