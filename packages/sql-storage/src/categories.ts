import {
  type CategoryChange,
  type CategoryContext,
  type CategoryFilter,
  CategoryStore,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { sql as raw } from "kysely"
import { accountingCodeById } from "./accounting-codes.ts"
import { customFields, links, liveCategories } from "./budgets.ts"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { pageOf } from "./shared/page.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

type Filtered = CategoryFilter & { readonly client_id: number }

/** By `created` ascending, ties by id. */
const lists = variants((shape: { readonly custom: boolean }) => {
  const matching = (p: Filtered) => {
    const query = db
      .selectFrom("categories")
      .where("client_id", "=", p.client_id)
      .where("is_deleted", "=", 0)
    return shape.custom ? query.where("custom", "=", p.custom as never) : query
  }
  return {
    count: prepared((p: Filtered) =>
      matching(p).select((_) => _.fn.countAll<number>().as("count")),
    ),
    rows: prepared(
      (p: Filtered & { readonly offset: number; readonly limit: number }) =>
        matching(p).selectAll().orderBy("created").orderBy("id").limit(p.limit).offset(p.offset),
      tables.categories.decode,
    ),
  }
})

/** The budgets that name a category. */
const naming = prepared(
  (key: { readonly client_id: number; readonly category_id: string }) =>
    db
      .selectFrom("budgets")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("is_deleted", "=", 0)
      .where(raw<boolean>`${key.category_id} in (select value from json_each(categories))`)
      .orderBy("created")
      .orderBy("id"),
  tables.budgets.decode,
)

const load = Effect.fnUntraced(function* (change: CategoryChange) {
  const sql = yield* Sql
  const { client_id, category_id, accounting_code_id } = change
  const budgets = category_id === null ? [] : yield* sql.all(naming, { client_id, category_id })
  const context: CategoryContext = {
    categories: yield* sql.all(liveCategories, { client_id }),
    accounting_code:
      accounting_code_id === null
        ? null
        : yield* sql.get(accountingCodeById, { client_id, accounting_code_id }),
    budgets,
    custom_fields: yield* sql.all(customFields, { client_id }),
    links: yield* sql.all(links, { client_id, budget_ids: budgets.map((_) => _.id) }),
  }
  return context
})

/** Categories in SQL. */
export const categoryStore = Layer.effect(
  CategoryStore,
  Effect.gen(function* () {
    const context = yield* engineServices
    return {
      page: (client_id, filter, page) => {
        const list = lists({ custom: filter.custom !== undefined })
        return Effect.provide(pageOf(list, { client_id, ...filter }, page), context)
      },
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
