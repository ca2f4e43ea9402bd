import {
  type BudgetKey,
  type BudgetPeriod,
  BudgetPeriodStore,
  type EndedPeriod,
  type Money,
  numbersOf,
  type PeriodPlace,
  showCurrent,
  showEnded,
  withOpenings,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { sql as raw } from "kysely"
import { budgetById } from "./budgets.ts"
import { db } from "./shared/database.ts"
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
  tables.budget_periods.decode,
)

/** What the periods before the one called `of` left to it, by the table it is in. */
const carriedTo = (of: string) => raw<number>`(
  select coalesce(sum(
    b.granted_amount + b.topped_up_amount + b.moved_amount - b.spent_amount
  ), 0)
  from budget_periods as b
  where b.client_id = ${raw.ref(`${of}.client_id`)} and b.budget_id = ${raw.ref(`${of}.budget_id`)}
    and b.number >= ${raw.ref(`${of}.rolled_from`)} and b.number < ${raw.ref(`${of}.number`)}
)`

const carried = prepared((p: BudgetKey & { readonly number: number }) =>
  db
    .selectFrom("budget_periods as p")
    .select(carriedTo("p").as("amount"))
    .where("client_id", "=", p.client_id)
    .where("budget_id", "=", p.budget_id)
    .where("number", "=", p.number),
)

/**
 * The periods at these places, each once, with what the rules need of those around it: the sums run
 * over the periods that rolled over into it, and nothing is read where nothing is late.
 */
export const periodsAt = prepared(
  (p: { readonly client_id: number; readonly places: ReadonlyArray<PeriodPlace> }) =>
    db
      .selectFrom("budget_periods as p")
      .selectAll()
      .select([
        carriedTo("p").as("carried"),
        raw<number | null>`(
          select b.number + 1 from budget_periods as b
          where b.client_id = p.client_id and b.budget_id = p.budget_id
            and b.number >= p.number and b.rolled_over = 0
          order by b.number limit 1
        )`.as("lapsed"),
      ])
      .where("client_id", "=", p.client_id)
      .where(
        raw<boolean>`(budget_id, number) in (
          select value ->> 'budget_id', coalesce(value ->> 'number', (
            select b.number from budget_periods as b
            where b.client_id = ${p.client_id} and b.budget_id = value ->> 'budget_id'
              and b.start <= value ->> 'at'
            order by b.number desc limit 1
          ), 1)
          from json_each(${p.places})
        )`,
      ),
  ({ carried, lapsed, ...row }: { carried: number; lapsed: number | null }): EndedPeriod => {
    const period: BudgetPeriod = tables.budget_periods.decode(row)
    return { period, opening_amount: (carried + period.granted_amount) as Money, lapsed }
  },
)

/** The periods of budgets in SQL. */
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
