import type { BudgetKey } from "@outlay/domain/fields"
import { DueBudgetStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
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
  tables.budgets.rows,
)

const dueOfBusiness = prepared((p: { client_id: number; now: string; limit: number }) =>
  db
    .selectFrom("budgets")
    .select(["client_id", "id as budget_id"])
    .where("client_id", "=", p.client_id)
    .where("is_deleted", "=", false)
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
      .where("is_deleted", "=", false)
      .where("current_period_end", "<", p.now)
      .orderBy("current_period_end")
      .orderBy("client_id")
      .orderBy("id")
      .limit(p.limit),
)

/** Budgets that are due for a reset, in SQL. */
export const dueBudgetStore = Layer.effect(
  DueBudgetStore,
  Effect.map(Sql, (sql) => ({
    due: (client_id, now, limit) =>
      client_id === null
        ? sql.all(due, { now, limit })
        : sql.all(dueOfBusiness, { client_id, now, limit }),
  })),
)
