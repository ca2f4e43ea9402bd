import { equal, ok } from "node:assert/strict"
import { money } from "@outlay/domain"
import type { Transaction } from "@outlay/domain/fields"
import { CustomFieldStore, created, nothing, removed } from "@outlay/domain/ports"
import {
  type CustomFieldContext,
  decideCustomField,
  decideCustomFieldRemoval,
  NotFound,
} from "@outlay/domain/rules"
import { Effect, Exit, Result } from "effect"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { acme, at, ground, now, other, plant, tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

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

const second1 = { id: acme.uuid(2) }
const other1 = acme.uuid(11)
const named = { field_name: "Field 1", entry_text: "Perth" }
const ofBudget = (n: number) => ({ budget_id: acme.uuid(n) })
const budget = (n: number) => ({ id: acme.uuid(n), name: `Budget ${n}` })

const values = [{ ...named, custom_field_id: acme.uuid(1) }]

const item = { amount: money(1_250), category_id: null }

const rows: ReadonlyArray<readonly [string, Partial<Transaction>, boolean]> = [
  ["a transaction", { custom_fields: values }, true],
  ["a line item", { line_items: [acme.lineItem(1, { ...item, custom_fields: values })] }, true],
  ["another field alone", { custom_fields: [{ ...named, custom_field_id: other1 }] }, false],
  ["text under its name", { custom_fields: [{ ...named, custom_field_id: null }] }, false],
  ["nothing", {}, false],
]

const changes: Suites<CustomFieldStore> = [
  {
    name: "CustomFieldStore.change",
    cases: [
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
          deepEqual(yield* load(acme.uuid(1)), expected)
          const none = { options: [], links: [], budgets: [] }
          deepEqual(yield* load(null), { ...expected, ...none })
          const elsewhere = yield* load(acme.uuid(1), false, other.client_id)
          matches(elsewhere, { custom_fields: [other.customField(1)], options: [] })
        }),
      ),

      check("loads of options only those of the text that a new one has", () =>
        Effect.gen(function* () {
          const store = yield* CustomFieldStore
          const perth = acme.option(1, { text: "Perth" })
          yield* plant(acme, [
            ...ground(acme),
            ...[1, 2].map((n) => created("custom_fields", acme.customField(n))),
            created("custom_field_options", perth),
            created("custom_field_options", acme.option(2, { text: "Hobart" })),
            created(
              "custom_field_options",
              acme.option(3, { text: "Perth", custom_field_id: acme.uuid(2) }),
            ),
          ])
          const context = yield* store.change(
            { ...key, with_values: false, text: "Perth" },
            (context) => Result.succeed(nothing(context)),
          )
          deepEqual(context.options, [perth])
        }),
      ),

      ...rows.map(([what, fields, expected]) =>
        check(`looks for recorded values where that matters: of ${what}`, () =>
          Effect.gen(function* () {
            yield* plant(acme, [
              ...ground(acme),
              created("custom_fields", acme.customField(1)),
              created("transactions", acme.transaction(1, fields)),
            ])
            const seen = (context: CustomFieldContext) => context.has_values
            equal(seen(yield* load(acme.uuid(1), true)), expected)
            equal(seen(yield* load(acme.uuid(1), false)), false)
            equal(seen(yield* load(acme.uuid(9), true)), false)
            yield* plant(acme, [
              removed("transactions", acme.transaction(1, fields)),
              created("transactions", acme.transaction(2)),
            ])
            equal(seen(yield* load(acme.uuid(1), true)), false)
          }),
        ),
      ),

      check("a refusal is answered as it is, and leaves nothing", () =>
        Effect.gen(function* () {
          const store = yield* CustomFieldStore
          yield* plant(acme, ground(acme))
          const refusal = new NotFound({ what: "custom field", id: "none" })
          const change = store.change({ ...key, with_values: false }, () => Result.fail(refusal))
          equal(yield* Effect.flip(change), refusal)
          deepEqual(yield* Witness.use((_) => _.events(client_id)), [])
        }),
      ),

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
          ok(Exit.isFailure(yield* Effect.exit(change)))
          equal(yield* store.get(key), null)
        }),
      ),

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
            equal(exits.filter(Exit.isSuccess).length, 1)
            equal((yield* store.page(of.client_id, all)).count, 1)
          }
        }),
      ),

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
          equal(yield* store.get(key), null)
          equal((yield* store.options(key, all)).count, 0)
          equal((yield* store.budgets(key, false, all)).count, 0)
          equal((yield* store.options(second, all)).count, 1)
          equal((yield* store.budgets(second, false, all)).count, 1)
          matches(yield* store.page(client_id, all), { count: 1, results: [second1] })
          const context = yield* load(acme.uuid(2))
          deepEqual(ids(context.custom_fields), [acme.uuid(2)])
        }),
      ),
    ],
  },
]

const fields = [1, 2].map((n) => created("custom_fields", acme.customField(n)))

const lists: Suites<CustomFieldStore> = [
  {
    name: "CustomFieldStore.page",
    cases: [
      ...pageCases<CustomFieldStore>({
        row: (n, order) => created("custom_fields", acme.customField(n, { created: at(order) })),
        page: (page) => CustomFieldStore.use((store) => store.page(client_id, page)),
        idOf: acme.uuid,
      }),

      check("shows each as `get` does, and none of another business", () =>
        Effect.gen(function* () {
          const store = yield* CustomFieldStore
          const field = acme.customField(1, {
            ...{ field_type: "FREE_TEXT", budget_setting: "NONE", is_manager_only: true },
            created_by: "BUSINESS_CENTRAL",
          })
          yield* plant(acme, [...ground(acme), created("custom_fields", field)])
          yield* plant(other, ground(other))
          deepEqual(yield* store.page(client_id, all), { count: 1, results: [field] })
          deepEqual(yield* store.get(key), field)
          deepEqual(yield* store.page(other.client_id, all), { count: 0, results: [] })
          for (const gone of [foreign, { ...key, custom_field_id: acme.uuid(2) }]) {
            equal(yield* store.get(gone), null)
          }
        }),
      ),
    ],
  },

  {
    name: "CustomFieldStore.options",
    cases: [
      ...pageCases<CustomFieldStore>({
        base: fields,
        row: (n, order) => created("custom_field_options", acme.option(n, { created: at(order) })),
        page: (page) => CustomFieldStore.use((store) => store.options(key, page)),
        idOf: acme.uuid,
      }),

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
          deepEqual(yield* store.options(key, all), { count: 1, results: [option] })
          deepEqual(yield* store.options(foreign, all), { count: 0, results: [] })
        }),
      ),
    ],
  },

  {
    name: "CustomFieldStore.budgets",
    cases: [
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
            deepEqual(found, {
              count: expected.length,
              results: expected.map((n) => ({ custom_field_id: acme.uuid(1), ...budget(n) })),
            })
            const part = yield* store.budgets(key, every, { offset: 1, limit: 1 })
            deepEqual(
              { count: part.count, ids: ids(part.results) },
              {
                count: expected.length,
                ids: [acme.uuid(2)],
              },
            )
          }
          equal((yield* store.budgets(foreign, false, all)).count, 0)
        }),
      ),
    ],
  },
]

/** What a `CustomFieldStore` promises. */
export const customFieldStoreSuites: Suites<CustomFieldStore> = [...changes, ...lists]
