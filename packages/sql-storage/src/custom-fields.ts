import {
  type CustomFieldChange,
  type CustomFieldContext,
  type CustomFieldKey,
  CustomFieldStore,
  type PageRequest,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { customFields } from "./budgets.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

interface OfBusiness {
  readonly client_id: number
}

/** Those that are not deleted. */
const fieldsOf = ({ client_id }: OfBusiness) =>
  db.selectFrom("custom_fields").where("client_id", "=", client_id).where("is_deleted", "=", 0)

/** By `created` ascending, ties by id. */
const list = {
  count: prepared((p: OfBusiness) =>
    fieldsOf(p).select((_) => _.fn.countAll<number>().as("count")),
  ),
  rows: prepared(
    (p: OfBusiness & PageRequest) =>
      fieldsOf(p).selectAll().orderBy("created").orderBy("id").limit(p.limit).offset(p.offset),
    tables.custom_fields.decode,
  ),
}

const fieldById = prepared(
  (key: CustomFieldKey) => fieldsOf(key).selectAll().where("id", "=", key.custom_field_id),
  tables.custom_fields.decode,
)

const optionsOf = ({ client_id, custom_field_id }: CustomFieldKey) =>
  db
    .selectFrom("custom_field_options")
    .where("client_id", "=", client_id)
    .where("custom_field_id", "=", custom_field_id)

const optionList = {
  count: prepared((p: CustomFieldKey) =>
    optionsOf(p).select((_) => _.fn.countAll<number>().as("count")),
  ),
  rows: prepared(
    (p: CustomFieldKey & PageRequest) =>
      optionsOf(p).selectAll().orderBy("created").orderBy("id").limit(p.limit).offset(p.offset),
    tables.custom_field_options.decode,
  ),
}

const options = prepared(
  (key: CustomFieldKey) => optionsOf(key).selectAll().orderBy("created").orderBy("id"),
  tables.custom_field_options.decode,
)

const links = prepared(
  (key: CustomFieldKey) =>
    db
      .selectFrom("custom_field_budgets")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("custom_field_id", "=", key.custom_field_id)
      .orderBy("budget_id"),
  tables.custom_field_budgets.decode,
)

/** The budgets of a field, or every one; by `created` ascending, ties by id. */
const budgetLists = variants(({ all }: { readonly all: boolean }) => {
  const matching = (p: CustomFieldKey) => {
    const live = db
      .selectFrom("budgets as b")
      .where("b.client_id", "=", p.client_id)
      .where("b.is_deleted", "=", 0)
    if (all) return live
    return live.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("custom_field_budgets as l")
          .select("l.budget_id")
          .where("l.client_id", "=", p.client_id)
          .where("l.custom_field_id", "=", p.custom_field_id)
          .whereRef("l.budget_id", "=", "b.id"),
      ),
    )
  }
  return {
    count: prepared((p: CustomFieldKey) =>
      matching(p).select((_) => _.fn.countAll<number>().as("count")),
    ),
    rows: prepared((p: CustomFieldKey & PageRequest) =>
      matching(p)
        .select(["b.id", "b.name"])
        .orderBy("b.created")
        .orderBy("b.id")
        .limit(p.limit)
        .offset(p.offset),
    ),
  }
})

const liveBudgets = prepared((p: OfBusiness) =>
  db
    .selectFrom("budgets")
    .select(["id", "name"])
    .where("client_id", "=", p.client_id)
    .where("is_deleted", "=", 0)
    .orderBy("created")
    .orderBy("id"),
)

/** How many values belong to the field: only a change of type asks. */
const valuesOf = prepared((key: CustomFieldKey) =>
  db
    .selectFrom("custom_field_values")
    .select("count")
    .where("client_id", "=", key.client_id)
    .where("custom_field_id", "=", key.custom_field_id),
)

const hasValues = (key: CustomFieldKey) =>
  Sql.use((sql) => Effect.map(sql.get(valuesOf, key), (found) => (found?.count ?? 0) > 0))

const load = Effect.fnUntraced(function* (wanted: CustomFieldChange) {
  const sql = yield* Sql
  const { client_id, custom_field_id, with_values } = wanted
  const key = custom_field_id === null ? null : { client_id, custom_field_id }
  const context: CustomFieldContext = {
    custom_fields: yield* sql.all(customFields, { client_id }),
    options: key === null ? [] : yield* sql.all(options, key),
    links: key === null ? [] : yield* sql.all(links, key),
    budgets: key === null ? [] : yield* sql.all(liveBudgets, { client_id }),
    has_values: with_values && key !== null && (yield* hasValues(key)),
  }
  return context
})

/** Custom fields, their options and links in SQL. */
export const customFieldStore = Layer.effect(
  CustomFieldStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const context = yield* engineServices
    return {
      get: (key) => sql.get(fieldById, key),
      page: (client_id, page) => Effect.provide(pageOf(list, { client_id }, page), context),
      options: (key, page) => Effect.provide(pageOf(optionList, key, page), context),
      budgets: (key, all, page) =>
        Effect.map(pageOf(budgetLists({ all }), key, page), ({ count, results }) => ({
          count,
          results: results.map(({ id, name }) => ({
            custom_field_id: key.custom_field_id,
            id,
            name,
          })),
        })).pipe(Effect.provide(context)),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
