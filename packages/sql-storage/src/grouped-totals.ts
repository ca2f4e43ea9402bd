import type { Common, Likeness, Spending } from "@outlay/domain/fields"
import {
  countedTypes,
  type Days,
  endOfDay,
  maxReportGroups,
  startOfDay,
  uncountedStatuses,
} from "@outlay/domain/rules"
import { Effect } from "effect"
import { type Expression, expressionBuilder, type SqlBool } from "kysely"
import { type Database, db } from "./shared/database.ts"
import { isIn } from "./shared/dialect.ts"
import type { Reading } from "./shared/sql.ts"
import { prepared, variants } from "./shared/statement.ts"
import { bounded } from "./spend-sums.ts"

/** Length of the prefix of `auth_date` that a likeness compares; 0 if it compares none. */
const timeLength = { day: 10, month: 7, budget: 0, user: 0, merchant: 0 } as const

const columnOf = { budget: "budget_id", user: "user_id", merchant: "merchant_name" } as const

/** One more than the maximum number of groups in a report. */
const maxRows = maxReportGroups + 1

/**
 * Users and budgets whose transactions are added up. `seen`: the transactions of the spenders and
 * those charged to the budgets. `beyond`: those of the spenders that are not charged to the
 * budgets.
 */
export interface Whose {
  readonly of: "all" | "seen" | "beyond"
  readonly spenders: ReadonlyArray<number>
  readonly budgets: ReadonlyArray<string>
}

interface Period extends Whose {
  readonly client_id: number
  readonly first: string
  readonly last: string
}

const eb = expressionBuilder<{ t: Database["transactions"] }, "t">()

/** An amount above 0 is a refund, and its `refunded_amount` was spent: see `partsOf`. */
const cameBack = eb("t.amount", ">", eb.lit(0))
const [amount, refunds] = [eb.ref("t.amount"), eb.ref("t.refunded_amount")]
const spent = eb.case().when(cameBack).then(refunds).else(eb.neg(amount)).end()
const refunded = eb.case().when(cameBack).then(amount).else(refunds).end()

const isOf = (of: Whose["of"], { spenders, budgets }: Period): Expression<SqlBool> => {
  const isOfSpender = isIn("t.user_id", spenders)
  const isOfBudget = isIn("t.budget_id", budgets)
  return of === "seen"
    ? eb.or([isOfSpender, isOfBudget])
    : eb.and([isOfSpender, eb.or([eb("t.budget_id", "is", null), eb.not(isOfBudget)])])
}

interface Shape {
  readonly groupings: ReadonlyArray<Likeness>
  readonly of: Whose["of"]
}

const rowsOf = variants(({ groupings, of }: Shape) => {
  const columns = groupings.flatMap((likeness) =>
    likeness === "day" || likeness === "month" ? [] : [`t.${columnOf[likeness]}` as const],
  )
  const length = Math.max(...groupings.map((likeness) => timeLength[likeness]))
  const time = eb.fn<string>("substr", ["t.auth_date", eb.lit(1), eb.lit(length)])
  const times = length === 0 ? [] : [time]
  return prepared(
    (p: Period) =>
      db
        .selectFrom("transactions as t")
        .select([
          eb.fn.countAll<number>().as("count"),
          bounded(eb.fn.sum(spent)).as("spent"),
          bounded(eb.fn.sum(refunded)).as("refunded"),
        ])
        .select(columns)
        .select(times.map((_) => _.as("auth_date")))
        .where("t.client_id", "=", p.client_id)
        .where("t.auth_date", ">=", p.first)
        .where("t.auth_date", "<=", p.last)
        .where("t.transaction_type", "in", [...countedTypes])
        .where("t.status", "not in", [...uncountedStatuses])
        .$if(of !== "all", (_) => _.where(isOf(of, p)))
        .groupBy([...columns, ...times])
        .limit(maxRows),
    (row) => row as Spending & Partial<Common>,
  )
})

const nothing: Common = { auth_date: "", merchant_name: "", budget_id: null, user_id: null }

const light = () => 0

export const allUsers: Whose = { of: "all", spenders: [], budgets: [] }

/**
 * Returns the totals of the counted transactions of some days, grouped by `groupings`. It reads
 * everything in one statement, so it is only for databases in a separate process.
 */
export const groupedTotals = Effect.fnUntraced(function* (
  reading: Reading,
  client_id: number,
  groupings: ReadonlyArray<Likeness>,
  { first, last }: Days,
  whose: Whose,
) {
  const period = { client_id, first: startOfDay(first), last: endOfDay(last), ...whose }
  const rows = yield* reading.all(rowsOf({ groupings, of: whose.of }), period, light)
  return rows.map((row) => ({ common: { ...nothing, ...row }, spending: row }))
})
