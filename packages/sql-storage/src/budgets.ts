import { type BudgetKey, DueBudgetStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { inList } from "./shared/fragments.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses, prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

export const budgetById = prepared(
  (key: BudgetKey) =>
    db
      .selectFrom("budgets")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("id", "=", key.budget_id),
  tables.budgets.decode,
)

const dueOfBusiness = prepared((p: { client_id: number; now: string; limit: number }) =>
  db
    .selectFrom("budgets")
    .select(["client_id", "id as budget_id"])
    .where("client_id", "=", p.client_id)
    .where("is_deleted", "=", 0)
    .where("current_period_end", "<", p.now)
    .orderBy("current_period_end")
    .orderBy("id")
    .limit(p.limit),
)

const due = acrossBusinesses(
  "the sweep closes the ended periods of every business",
  (p: { now: string; limit: number }) =>
    db
      .selectFrom("budgets")
      .select(["client_id", "id as budget_id"])
      .where("is_deleted", "=", 0)
      .where("current_period_end", "<", p.now)
      .orderBy("current_period_end")
      .orderBy("client_id")
      .orderBy("id")
      .limit(p.limit),
)

/** Those that are not deleted. */
export const liveCategories = prepared(
  (key: { client_id: number }) =>
    db
      .selectFrom("categories")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("is_deleted", "=", 0),
  tables.categories.decode,
)

/** Those that are not deleted. */
export const customFields = prepared(
  (key: { client_id: number }) =>
    db
      .selectFrom("custom_fields")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("is_deleted", "=", 0)
      .orderBy("created")
      .orderBy("id"),
  tables.custom_fields.decode,
)

/** The links of these budgets. */
export const links = prepared(
  (key: { client_id: number; budget_ids: ReadonlyArray<string> }) =>
    db
      .selectFrom("custom_field_budgets")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("budget_id", "in", inList(key.budget_ids)),
  tables.custom_field_budgets.decode,
)

/** Which budgets are to be reset, in SQL. */
export const dueBudgetStore = Layer.effect(
  DueBudgetStore,
  Effect.map(Sql, (sql) => ({
    due: (client_id, now, limit) =>
      client_id === null
        ? sql.all(due, { now, limit })
        : sql.all(dueOfBusiness, { client_id, now, limit }),
  })),
)
