import {
  type CustomFieldContext,
  CustomFieldStore,
  created,
  decideCustomField,
  decideCustomFieldRemoval,
  money,
  NotFound,
  nothing,
  removed,
  type Transaction,
} from "@outlay/domain"
import { Effect, Exit, Result } from "effect"
import { describe, expect } from "vitest"
import { acme, at, ground, now, other, plant, tenant } from "./given.ts"
import { checks, type Storage, Witness } from "./judge.ts"
import { pageChecks } from "./paging.ts"

const all = { offset: 0, limit: 50 }
const { client_id } = acme
const key = { client_id, custom_field_id: acme.uuid(1) }
const foreign = { client_id: other.client_id, custom_field_id: acme.uuid(1) }
const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map((_) => _.id)

const load = (custom_field_id: string | null, with_values = false, business = client_id) =>
  CustomFieldStore.use((store) =>
    store.change({ client_id: business, custom_field_id, with_values }, (context) =>
      Result.succeed(nothing(context)),
    ),
  )

const changes = (name: string, storage: Storage<CustomFieldStore>): void => {
  const check = checks(storage)
  describe(`${name}: CustomFieldStore.change`, () => {
    check("loads every field, and of the one that is named options, links and budgets", () =>
      Effect.gen(function* () {
        const fields = [2, 1].map((n) => acme.customField(n, { created: at(n) }))
        const options = [
          acme.option(2, { created: at(1), enabled: false }),
          acme.option(1, { created: at(2) }),
        ]
        const links = [acme.link({ allow_options: [acme.uuid(2)] }), acme.link(ofBudget(3))]
        yield* plant(acme, [
          ...ground(acme),
          created("budgets", acme.budget(1, { created: at(2) })),
          created("budgets", acme.budget(2, { created: at(1) })),
          created("budgets", acme.budget(3, { is_deleted: true })),
          ...fields.map((row) => created("custom_fields", row)),
          ...options.map((row) => created("custom_field_options", row)),
          created("custom_field_options", acme.option(3, { custom_field_id: acme.uuid(2) })),
          ...links.toReversed().map((row) => created("custom_field_budgets", row)),
          created("custom_field_budgets", acme.link({ custom_field_id: acme.uuid(2) })),
        ])
        yield* plant(other, [...ground(other), created("custom_fields", other.customField(1))])
        const named = { options, links, budgets: [budget(2), budget(1)] }
        const custom_fields = [acme.customField(1, { created: at(1) }), fields[0]]
        const expected = { custom_fields, ...named, has_values: false }
        expect(yield* load(acme.uuid(1))).toEqual(expected)
        const none = { options: [], links: [], budgets: [] }
        expect(yield* load(null)).toEqual({ ...expected, ...none })
        const elsewhere = yield* load(acme.uuid(1), false, other.client_id)
        expect(elsewhere).toMatchObject({ custom_fields: [other.customField(1)], options: [] })
      }),
    )

    const values = [{ ...named, custom_field_id: acme.uuid(1) }]
    const item = { amount: money(1_250), category_id: null }
    const rows: ReadonlyArray<readonly [string, Partial<Transaction>, boolean]> = [
      ["a transaction", { custom_fields: values }, true],
      ["a line item", { line_items: [acme.lineItem(1, { ...item, custom_fields: values })] }, true],
      ["another field alone", { custom_fields: [{ ...named, custom_field_id: other1 }] }, false],
      ["text under its name", { custom_fields: [{ ...named, custom_field_id: null }] }, false],
      ["nothing", {}, false],
    ]
    for (const [what, fields, expected] of rows) {
      check(`looks for recorded values where that matters: of ${what}`, () =>
        Effect.gen(function* () {
          yield* plant(acme, [
            ...ground(acme),
            created("custom_fields", acme.customField(1)),
            created("transactions", acme.transaction(1, fields)),
          ])
          const seen = (context: CustomFieldContext) => context.has_values
          expect(seen(yield* load(acme.uuid(1), true))).toBe(expected)
          expect(seen(yield* load(acme.uuid(1), false))).toBe(false)
          expect(seen(yield* load(acme.uuid(9), true))).toBe(false)
          yield* plant(acme, [
            removed("transactions", acme.transaction(1, fields)),
            created("transactions", acme.transaction(2)),
          ])
          expect(seen(yield* load(acme.uuid(1), true))).toBe(false)
        }),
      )
    }

    check("a refusal is answered as it is, and leaves nothing", () =>
      Effect.gen(function* () {
        const store = yield* CustomFieldStore
        yield* plant(acme, ground(acme))
        const refusal = new NotFound({ what: "custom field", id: "none" })
        const change = store.change({ ...key, with_values: false }, () => Result.fail(refusal))
        expect(yield* Effect.flip(change)).toBe(refusal)
        expect(yield* Witness.use((_) => _.events(client_id))).toEqual([])
      }),
    )

    check("a decision that cannot be written whole leaves nothing of it", () =>
      Effect.gen(function* () {
        const store = yield* CustomFieldStore
        yield* plant(acme, ground(acme))
        const writes = [
          created("custom_fields", acme.customField(1)),
          created("roles", acme.role(1)),
        ]
        const change = store.change({ ...key, with_values: false }, () =>
          Result.succeed({ ...nothing(undefined), writes }),
        )
        expect(Exit.isFailure(yield* Effect.exit(change))).toBe(true)
        expect(yield* store.get(key)).toBeNull()
      }),
    )

    check("of two fields of one name made at once, in 20 races, one is refused", () =>
      Effect.gen(function* () {
        const store = yield* CustomFieldStore
        for (let race = 0; race < 20; race++) {
          const of = tenant(100 + race)
          yield* plant(of, ground(of))
          const fresh = { client_id: of.client_id, custom_field_id: null, with_values: false }
          const create = (n: number, name: string) =>
            Effect.exit(
              store.change(fresh, (context) =>
                decideCustomField(context, {
                  ...{ client_id: of.client_id, id: of.uuid(n), name, now },
                  ...{ field_type: "LIST", created_by: "PUBLIC_API" },
                }),
              ),
            )
          const exits = yield* Effect.all([create(1, "Region"), create(2, "REGION")], {
            concurrency: "unbounded",
          })
          expect(exits.filter(Exit.isSuccess)).toHaveLength(1)
          expect((yield* store.page(of.client_id, all)).count).toBe(1)
        }
      }),
    )

    check("a field that is deleted takes its options and links along, and no other's", () =>
      Effect.gen(function* () {
        const store = yield* CustomFieldStore
        const second = { client_id, custom_field_id: acme.uuid(2) }
        yield* plant(acme, [
          ...ground(acme),
          created("budgets", acme.budget(1)),
          ...[1, 2].map((n) => created("custom_fields", acme.customField(n))),
          created("custom_field_options", acme.option(1)),
          created("custom_field_options", acme.option(2, second)),
          created("custom_field_budgets", acme.link()),
          created("custom_field_budgets", acme.link(second)),
        ])
        yield* store.change({ ...key, with_values: false }, (context) =>
          decideCustomFieldRemoval(context, key, now),
        )
        expect(yield* store.get(key)).toBeNull()
        expect((yield* store.options(key, all)).count).toBe(0)
        expect((yield* store.budgets(key, false, all)).count).toBe(0)
        expect((yield* store.options(second, all)).count).toBe(1)
        expect((yield* store.budgets(second, false, all)).count).toBe(1)
        expect(yield* store.page(client_id, all)).toMatchObject({ count: 1, results: [second1] })
        const context = yield* load(acme.uuid(2))
        expect(ids(context.custom_fields)).toEqual([acme.uuid(2)])
      }),
    )
  })
}

const second1 = { id: acme.uuid(2) }
const other1 = acme.uuid(11)
const named = { field_name: "Field 1", entry_text: "Perth" }
const ofBudget = (n: number) => ({ budget_id: acme.uuid(n) })
const budget = (n: number) => ({ id: acme.uuid(n), name: `Budget ${n}` })

const lists = (name: string, storage: Storage<CustomFieldStore>): void => {
  const check = checks(storage)
  describe(`${name}: CustomFieldStore.page`, () => {
    pageChecks<CustomFieldStore>(storage, {
      row: (n, order) => created("custom_fields", acme.customField(n, { created: at(order) })),
      page: (page) => CustomFieldStore.use((store) => store.page(client_id, page)),
      idOf: acme.uuid,
    })

    check("shows each as `get` does, and none of another business", () =>
      Effect.gen(function* () {
        const store = yield* CustomFieldStore
        const field = acme.customField(1, {
          ...{ field_type: "FREE_TEXT", budget_setting: "NONE", is_manager_only: true },
          created_by: "BUSINESS_CENTRAL",
        })
        yield* plant(acme, [...ground(acme), created("custom_fields", field)])
        yield* plant(other, ground(other))
        expect(yield* store.page(client_id, all)).toEqual({ count: 1, results: [field] })
        expect(yield* store.get(key)).toEqual(field)
        expect(yield* store.page(other.client_id, all)).toEqual({ count: 0, results: [] })
        for (const gone of [foreign, { ...key, custom_field_id: acme.uuid(2) }]) {
          expect(yield* store.get(gone)).toBeNull()
        }
      }),
    )
  })

  describe(`${name}: CustomFieldStore.options`, () => {
    const fields = [1, 2].map((n) => created("custom_fields", acme.customField(n)))
    pageChecks<CustomFieldStore>(storage, {
      base: fields,
      row: (n, order) => created("custom_field_options", acme.option(n, { created: at(order) })),
      page: (page) => CustomFieldStore.use((store) => store.options(key, page)),
      idOf: acme.uuid,
    })

    check("of one field, enabled or not", () =>
      Effect.gen(function* () {
        const store = yield* CustomFieldStore
        const option = acme.option(1, { enabled: false })
        yield* plant(acme, [
          ...[...ground(acme), ...fields],
          created("custom_field_options", option),
          created("custom_field_options", acme.option(2, { custom_field_id: acme.uuid(2) })),
        ])
        yield* plant(other, ground(other))
        expect(yield* store.options(key, all)).toEqual({ count: 1, results: [option] })
        expect(yield* store.options(foreign, all)).toEqual({ count: 0, results: [] })
      }),
    )
  })

  describe(`${name}: CustomFieldStore.budgets`, () => {
    check("those with a link, or every one; no deleted one; oldest first, ties by id", () =>
      Effect.gen(function* () {
        const store = yield* CustomFieldStore
        yield* plant(acme, [
          ...ground(acme),
          ...[1, 2].map((n) => created("custom_fields", acme.customField(n))),
          created("budgets", acme.budget(4, { created: at(9) })),
          ...[3, 2, 1].map((n) => created("budgets", acme.budget(n))),
          created("budgets", acme.budget(5, { is_deleted: true })),
          ...[5, 4, 2, 1].map((n) => created("custom_field_budgets", acme.link(ofBudget(n)))),
          created(
            "custom_field_budgets",
            acme.link({ custom_field_id: acme.uuid(2), ...ofBudget(3) }),
          ),
        ])
        yield* plant(other, [...ground(other), created("budgets", other.budget(1))])
        const rows: ReadonlyArray<readonly [boolean, ReadonlyArray<number>]> = [
          [false, [1, 2, 4]],
          [true, [1, 2, 3, 4]],
        ]
        for (const [every, expected] of rows) {
          const found = yield* store.budgets(key, every, all)
          expect(found).toEqual({
            count: expected.length,
            results: expected.map((n) => ({ custom_field_id: acme.uuid(1), ...budget(n) })),
          })
          const part = yield* store.budgets(key, every, { offset: 1, limit: 1 })
          expect({ count: part.count, ids: ids(part.results) }).toEqual({
            count: expected.length,
            ids: [acme.uuid(2)],
          })
        }
        expect((yield* store.budgets(foreign, false, all)).count).toBe(0)
      }),
    )
  })
}

/** What a `CustomFieldStore` promises. */
export const customFieldStoreSuite = (name: string, storage: Storage<CustomFieldStore>): void => {
  changes(name, storage)
  lists(name, storage)
}
