import type { BudgetKey } from "@outlay/domain/fields"
import { BudgetPeriodStore } from "@outlay/domain/ports"
import { numbersOf, showCurrent, showEnded, withOpenings } from "@outlay/domain/rules"
import { Effect, Layer } from "effect"
import { budgetById } from "./budgets.ts"
import { db } from "./shared/database.ts"
import { carriedTo } from "./shared/periods.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

interface Range extends BudgetKey {
  readonly newest: number
  readonly oldest: number
}

const inRange = prepared(
  (p: Range) =>
    db
      .selectFrom("budget_periods")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("budget_id", "=", p.budget_id)
      .where("number", ">=", p.oldest)
      .where("number", "<=", p.newest)
      .orderBy("number"),
  tables.budget_periods.rows,
)

const carried = prepared((p: BudgetKey & { readonly number: number }) =>
  db
    .selectFrom("budget_periods as p")
    .select(carriedTo("p").as("amount"))
    .where("client_id", "=", p.client_id)
    .where("budget_id", "=", p.budget_id)
    .where("number", "=", p.number),
)

/** Periods of budgets, in SQL. */
export const budgetPeriodStore = Layer.effect(
  BudgetPeriodStore,
  Effect.map(Sql, (sql) =>
    BudgetPeriodStore.of({
      page: Effect.fnUntraced(function* (key, page) {
        const budget = yield* sql.get(budgetById, key)
        if (budget === null) return { count: 0, results: [] }
        const count = budget.period_number
        const { newest, oldest } = numbersOf(budget, page)
        const before = yield* sql.get(carried, { ...key, number: oldest })
        const ended = yield* sql.all(inRange, { ...key, newest, oldest })
        const shown = withOpenings(ended, before?.amount).map(showEnded).toReversed()
        return { count, results: newest === count ? [showCurrent(budget), ...shown] : shown }
      }),
    }),
  ),
)
