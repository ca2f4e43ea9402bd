import { hundredths } from "../../../interface/world/dice.ts"
import {
  type CustomFieldSpec,
  resetPeriods,
  type TransactionSpec,
} from "../../../interface/world/index.ts"
import { days } from "../../../interface/world/instants.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idsOf, recordsOf, targetNow } from "../steps.ts"
import { rowsOf } from "./rows.ts"

const alwaysComplete = [
  "CHARGE",
  "DEPOSIT_DIRECT_CREDIT",
  "DEPOSIT_DIRECT_DEBIT",
  "EXTERNAL_TRANSFER",
  "MANUAL_TRANSFER",
  "CREDIT",
]

/** Expected expense status of a transaction, according to the specification. */
const expenseOf = (trial: Trial, row: TransactionSpec): string => {
  if (alwaysComplete.includes(row.transaction_type)) return "COMPLETE"
  const { budgets, custom_fields } = trial.business.spec
  const budget = budgets.find(({ key }) => key === row.budget)
  const linked = custom_fields.filter(
    ({ key, budget_setting }) =>
      budget_setting === "ALL_CURRENT_AND_NEW" ||
      (budget_setting === "SOME" && budget?.custom_fields.includes(key) === true),
  )
  const required = budget === undefined || budget.is_deleted === true ? [] : linked
  const has = ({ name, field_type, options }: CustomFieldSpec): boolean =>
    row.custom_fields.some(
      ({ field_name, entry_text }) =>
        field_name === name &&
        (field_type === "FREE_TEXT" || options.some(({ text }) => text === entry_text)),
    )
  const visible = budget?.categories ?? null
  const sum = row.line_items.reduce((all, { amount }) => all + hundredths(amount), 0)
  const isComplete =
    row.receipt_urls.length > 0 &&
    sum === Math.abs(hundredths(row.amount)) &&
    row.line_items.every(
      ({ category }) => category !== undefined && (visible?.includes(category) ?? true),
    ) &&
    required.every(has)
  return isComplete ? "COMPLETE" : "INCOMPLETE_EXPENSE"
}

const everyStatus = ["AUTHED", "CLEARED", "REFUNDED", "DECLINED"].map(
  (status) => ["status", status] as const,
)

/** Each transaction of the specification with its record. */
const shown = async (trial: Trial): Promise<ReadonlyArray<readonly [TransactionSpec, Json]>> => {
  const { spec, ids } = trial.business
  const listed = await recordsOf(trial, "transactions.list", { query: everyStatus })
  const byId = new Map(listed.map((record) => [String(record.id), record]))
  return spec.transactions.map((row) => [row, byId.get(ids.transactions[row.key] ?? "")])
}

const expenseStatus = async (trial: Trial) => {
  const deleted = trial.business.spec.budgets.filter((row) => row.is_deleted === true)
  for (const [row, record] of await shown(trial)) {
    // Requirements of a budget may still apply after it was deleted.
    if (deleted.some(({ key }) => key === row.budget)) continue
    const expected = expenseOf(trial, row)
    trial.expect(record?.expense_status === expected, `${row.key} is ${expected}`, record)
  }
}

const categories = async (trial: Trial) => {
  const { spec, ids } = trial.business
  const codeOf = (key: string | undefined) =>
    spec.accounting_codes.find((code) => code.key === key)?.code ?? null
  for (const [row, record] of await shown(trial)) {
    row.line_items.forEach((item, index) => {
      const seen = record?.line_items?.[index]?.category
      const category = spec.categories.find(({ key }) => key === item.category)
      const right =
        category === undefined
          ? seen === null
          : seen?.id === ids.categories[category.key] &&
            seen.name === category.name &&
            seen.code === codeOf(category.accounting_code)
      trial.expect(right, `${row.key}, item ${index + 1}: its category and code`, seen)
    })
  }
}

const utc = (year: number, month: number, day = 1) => Date.UTC(year, month, day)

/**
 * Returns the period of a kind that contains an instant: its first millisecond, and that of the
 * next one.
 */
const periodOf = (kind: string, now: number, created: number): readonly [number, number] => {
  const at = new Date(now)
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  const weekOf = (time: number) => {
    const day = Math.floor(time / days)
    return (day - ((day + 3) % 7)) * days
  }
  const yearFrom = (first: number) => {
    const starts = month >= first ? year : year - 1
    return [utc(starts, first), utc(starts + 1, first)] as const
  }
  switch (kind) {
    case "DAILY":
      return [Math.floor(now / days) * days, (Math.floor(now / days) + 1) * days]
    case "WEEKLY":
      return [weekOf(now), weekOf(now) + 7 * days]
    case "FORTNIGHTLY": {
      const first = weekOf(created)
      const start = first + Math.floor((now - first) / (14 * days)) * 14 * days
      return [start, start + 14 * days]
    }
    case "MONTHLY":
      return [utc(year, month), utc(year, month + 1)]
    case "QUARTERLY":
      return [utc(year, month - (month % 3)), utc(year, month - (month % 3) + 3)]
    case "JULY_FINANCIAL_YEAR":
      return yearFrom(6)
    case "APRIL_FINANCIAL_YEAR":
      return yearFrom(3)
    default:
      return yearFrom(0)
  }
}

const periods = async (trial: Trial) => {
  const budgets = (await recordsOf(trial, "budgets.list")).filter((row) => !row.is_deleted)
  const now = await targetNow(trial)
  for (const kind of resetPeriods) {
    for (const budget of budgets.filter((row) => row.reset_period === kind)) {
      const seen = [budget.current_period_start, budget.current_period_end]
      const [start, end] = periodOf(kind, now, new Date(budget.created).getTime())
      const expected =
        kind === "NEVER"
          ? [null, null]
          : [new Date(start).toISOString(), new Date(end - 1).toISOString()]
      trial.expect(seen.join() === expected.join(), `${kind}: ${expected.join(" to ")}`, seen)
    }
  }
}

const budgetFilters = async (trial: Trial) => {
  const { budgets } = trial.business.spec
  const cases = [
    ["is_deleted", "true", budgets.filter((row) => row.is_deleted === true)],
    ["is_deleted", "false", budgets.filter((row) => row.is_deleted !== true)],
    ["budget_type", "BUDGET", budgets.filter((row) => row.budget_type === "BUDGET")],
    ["budget_type", "SUBSCRIPTION", budgets.filter((row) => row.budget_type === "SUBSCRIPTION")],
    ["has_member_limits", "true", budgets.filter((row) => row.has_member_limits)],
    ["has_member_limits", "false", budgets.filter((row) => !row.has_member_limits)],
  ] as const
  for (const [name, value, rows] of cases) {
    const listed = idsOf(await recordsOf(trial, "budgets.list", { query: [[name, value]] }))
    const expected = rows.map(({ key }) => trial.business.ids.budgets[key] ?? "").sort()
    trial.expect(
      listed.join() === expected.join(),
      `${name}=${value}: ${expected.length}`,
      listed.length,
    )
  }
}

export const records = checksOf("settled", [
  ...rowsOf("expense-status", [
    ["listed", "each transaction has the expense status that follows", expenseStatus, "alpha"],
  ]),
  ...rowsOf("line-item-category", [
    ["listed", "each line item has its category, with its code", categories, "alpha"],
  ]),
  ...rowsOf("periods", [["listed", "each budget is in the period of its kind", periods, "alpha"]]),
  ...rowsOf("budget-filters", [
    ["each", "budgets are filtered by each of three", budgetFilters, "alpha"],
  ]),
])
