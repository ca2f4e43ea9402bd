import { equal, ok } from "node:assert/strict"
import { money } from "@outlay/domain"
import type { Transaction } from "@outlay/domain/fields"
import {
  budgetsOfField,
  CustomFieldValueStore,
  created,
  customFieldById,
  customFieldContext,
  customFieldsByCreated,
  nothing,
  optionsOfField,
  removed,
  type Store,
} from "@outlay/domain/ports"
import { decideCustomField, decideCustomFieldRemoval, NotFound } from "@outlay/domain/rules"
import { Effect, Exit, Result } from "effect"
import { change, load, read } from "./access.ts"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites, Witness } from "./cases.ts"
import { acme, at, ground, now, other, plant, tenant } from "./given.ts"
import { pageCases } from "./paging.ts"

const all = { offset: 0, limit: 50 }
const { client_id } = acme
const key = { client_id, custom_field_id: acme.uuid(1) }
const foreign = { client_id: other.client_id, custom_field_id: acme.uuid(1) }
const context = customFieldContext(key)
const ids = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map((_) => _.id)

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

const changes: Suites<CustomFieldValueStore> = [
  {
    name: "Custom fields: change",
    cases: [
      check("loads every field and, for the named one, its options, links and budgets", () =>
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
          deepEqual(yield* load(acme, context), expected)
          const none = { options: [], links: [], budgets: [] }
          const fresh = customFieldContext({ custom_field_id: null })
          deepEqual(yield* load(acme, fresh), { ...expected, ...none })
          const elsewhere = yield* load(other, context)
          matches(elsewhere, { custom_fields: [other.customField(1)], options: [] })
        }),
      ),

      check("loads only the options with the text of a new one", () =>
        Effect.gen(function* () {
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
          const { options } = yield* load(acme, customFieldContext({ ...key, text: "Perth" }))
          deepEqual(options, [perth])
        }),
      ),

      ...rows.map(([what, fields, expected]) =>
        check(`loads whether a field has values: of ${what}`, () =>
          Effect.gen(function* () {
            const { exist } = yield* CustomFieldValueStore
            yield* plant(acme, [
              ...ground(acme),
              created("custom_fields", acme.customField(1)),
              created("transactions", acme.transaction(1, fields)),
            ])
            equal(yield* exist(key), expected)
            equal(yield* exist({ ...key, custom_field_id: acme.uuid(9) }), false)
            equal(yield* exist(foreign), false)
            yield* plant(acme, [
              removed("transactions", acme.transaction(1, fields)),
              created("transactions", acme.transaction(2)),
            ])
            equal(yield* exist(key), false)
          }),
        ),
      ),

      check("a refusal is returned unchanged and stores nothing", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const refusal = new NotFound({ what: "custom field", id: "none" })
          equal(yield* Effect.flip(change(acme, context, () => Result.fail(refusal))), refusal)
          deepEqual(yield* Witness.use((_) => _.events(client_id)), [])
        }),
      ),

      check("a decision that cannot be written completely stores nothing", () =>
        Effect.gen(function* () {
          yield* plant(acme, ground(acme))
          const writes = [
            created("custom_fields", acme.customField(1)),
            created("roles", acme.role(1)),
          ]
          const part = change(acme, context, () =>
            Result.succeed({ ...nothing(undefined), writes }),
          )
          ok(Exit.isFailure(yield* Effect.exit(part)))
          equal(yield* read(acme, customFieldById(key)), null)
        }),
      ),

      check("one of two concurrent fields with one name is refused, in 20 races", () =>
        Effect.gen(function* () {
          for (let race = 0; race < 20; race++) {
            const of = tenant(100 + race)
            yield* plant(of, ground(of))
            const create = (n: number, name: string) =>
              Effect.exit(
                change(of, customFieldContext({ custom_field_id: null }), (context) =>
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
            equal((yield* read(of, customFieldsByCreated(all))).count, 1)
          }
        }),
      ),

      check("a deleted field takes along its own options and links only", () =>
        Effect.gen(function* () {
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
          yield* change(acme, context, (_) => decideCustomFieldRemoval(_, key, now))
          equal(yield* read(acme, customFieldById(key)), null)
          for (const [field, count] of [[key, 0] as const, [second, 1] as const]) {
            equal((yield* read(acme, optionsOfField(field, all))).count, count)
            equal((yield* read(acme, budgetsOfField(field, false, all))).count, count)
          }
          const { results } = yield* read(acme, customFieldsByCreated(all))
          deepEqual(ids(results), [acme.uuid(2)])
          const { custom_fields } = yield* load(acme, customFieldContext(second))
          deepEqual(ids(custom_fields), [acme.uuid(2)])
        }),
      ),
    ],
  },
]

const fields = [1, 2].map((n) => created("custom_fields", acme.customField(n)))

const lists: Suites<Store> = [
  {
    name: "Custom fields: list",
    cases: [
      ...pageCases<Store>({
        row: (n, order) => created("custom_fields", acme.customField(n, { created: at(order) })),
        page: (page) => read(acme, customFieldsByCreated(page)),
        idOf: acme.uuid,
      }),

      check("shows each like `get`, and none of another business", () =>
        Effect.gen(function* () {
          const field = acme.customField(1, {
            ...{ field_type: "FREE_TEXT", budget_setting: "NONE", is_manager_only: true },
            created_by: "BUSINESS_CENTRAL",
          })
          yield* plant(acme, [...ground(acme), created("custom_fields", field)])
          yield* plant(other, ground(other))
          deepEqual(yield* read(acme, customFieldsByCreated(all)), { count: 1, results: [field] })
          deepEqual(yield* read(acme, customFieldById(key)), field)
          deepEqual(yield* read(other, customFieldsByCreated(all)), { count: 0, results: [] })
          for (const missingKey of [foreign, { ...key, custom_field_id: acme.uuid(2) }]) {
            equal(yield* read(missingKey, customFieldById(missingKey)), null)
          }
        }),
      ),
    ],
  },

  {
    name: "Custom fields: options",
    cases: [
      ...pageCases<Store>({
        base: fields,
        row: (n, order) => created("custom_field_options", acme.option(n, { created: at(order) })),
        page: (page) => read(acme, optionsOfField(key, page)),
        idOf: acme.uuid,
      }),

      check("lists options of one field, enabled or not", () =>
        Effect.gen(function* () {
          const option = acme.option(1, { enabled: false })
          yield* plant(acme, [
            ...[...ground(acme), ...fields],
            created("custom_field_options", option),
            created("custom_field_options", acme.option(2, { custom_field_id: acme.uuid(2) })),
          ])
          yield* plant(other, ground(other))
          deepEqual(yield* read(acme, optionsOfField(key, all)), { count: 1, results: [option] })
          deepEqual(yield* read(other, optionsOfField(foreign, all)), { count: 0, results: [] })
        }),
      ),
    ],
  },

  {
    name: "Custom fields: budgets",
    cases: [
      check("budgets with a link, or every one; no deleted one; oldest first, ties by id", () =>
        Effect.gen(function* () {
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
            const found = yield* read(acme, budgetsOfField(key, every, all))
            deepEqual(found, {
              count: expected.length,
              results: expected.map((n) => ({ custom_field_id: acme.uuid(1), ...budget(n) })),
            })
            const second = { offset: 1, limit: 1 }
            const part = yield* read(acme, budgetsOfField(key, every, second))
            deepEqual(
              { count: part.count, ids: ids(part.results) },
              {
                count: expected.length,
                ids: [acme.uuid(2)],
              },
            )
          }
          equal((yield* read(other, budgetsOfField(foreign, false, all))).count, 0)
        }),
      ),
    ],
  },
]

/** Guarantees of a storage for custom fields, their options and their links. */
export const customFieldSuites: Suites<CustomFieldValueStore> = [...changes, ...lists]
