import {
  limitedBudget,
  pooledBudget,
  transaction as transactionOf,
} from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need, recordOf } from "../steps.ts"
import { office, rowsOf, variant } from "./rows.ts"

const daily = { reset_period: "DAILY", reset_amount: "100.00" } as const

const lateness = variant(
  "late",
  { budgets: [] },
  pooledBudget("plain", { ...daily, members: ["ann"] }),
  pooledBudget("rolling", { ...daily, members: ["ann"], rollover_funds: true }),
  limitedBudget("shares", { ann: 60, bob: 40 }, { reset_period: "DAILY", rollover_funds: true }),
)

const pathOf = (trial: Trial, key: string) => ({ budget_id: idOf(trial, "budgets", key) })
const read = (trial: Trial, key: string) =>
  recordOf(trial, "budgets.get", { path: pathOf(trial, key) })

/** Ends the budget's first period, then records a charge of its last millisecond. */
const recordedLate = async (trial: Trial, key: string) => {
  const { client_id } = trial.business
  const { current_period_end: last } = await read(trial, key)
  await trial.act("set-clock", { now: new Date(Date.parse(last) + 1).toISOString() })
  const [row] = transactionOf(`late-${key}`, {
    auth_date: last,
    cleared_date: last,
    amount: "-10.10",
    user: idOf(trial, "users", "ann"),
    budget: idOf(trial, "budgets", key),
  })({ ...office, transactions: [] }).transactions
  return trial.act("record-transaction", { client_id, transaction: row })
}

const expectAvailable = (trial: Trial, record: Json, expected: number, what: string) =>
  trial.expect(
    record.available_amount === expected && record.spent_amount === 0,
    `${what}: ${expected} available, nothing spent`,
    record,
  )

const late = (key: string, before: number, after: number) => async (trial: Trial) => {
  const { client_id } = trial.business
  const { transaction_id } = await recordedLate(trial, key)
  expectAvailable(trial, await read(trial, key), after, "charged late")
  if (key === "shares") {
    const budget_member_id = idOf(trial, "budget_members", "shares.ann")
    const path = { ...pathOf(trial, key), budget_member_id }
    const member = await recordOf(trial, "budget-members.get", { path })
    expectAvailable(trial, member, 109.9, "the member who was charged")
  }
  await trial.act("refund-transaction", { client_id, transaction_id })
  expectAvailable(trial, await read(trial, key), before, "given back")
}

const inCents = (amount: unknown) => Math.round(Number(amount) * 100)

const list = async (trial: Trial) => {
  await recordedLate(trial, "rolling")
  const { client_id, tokens } = trial.business
  const path = `/v1/businesses/${client_id}/budgets/${idOf(trial, "budgets", "rolling")}/periods`
  const headers = { authorization: `Bearer ${tokens["admin"]}` }
  const { body } = need(trial, await trial.request("GET", path, { headers }), "the periods")
  const rows: ReadonlyArray<Json> = body?.results ?? []
  const seen = rows.map(({ number, restated, opening_amount, spent_amount, closing_amount }) =>
    [number, restated, opening_amount, spent_amount, closing_amount].join(" "),
  )
  trial.expect(
    seen.join() === "2 false 189.9 0 189.9,1 true 100 10.1 89.9",
    "number, restated, opening, spent and closing: 2 with 189.9 left, then 1 restated to 89.9",
    seen,
  )
  for (const row of rows) {
    const { opening_amount, topped_up_amount, moved_amount, spent_amount } = row
    const sum = [opening_amount, topped_up_amount, moved_amount].map(inCents)
    const closing = sum.reduce((a, b) => a + b) - inCents(spent_amount)
    trial.expect(closing === inCents(row.closing_amount), "opening and what came, less spent", row)
  }
}

export const lateChecks = checksOf(
  "settled",
  [
    ...rowsOf("late-movement", [
      ["plain", "without rollover the next period stays", late("plain", 100, 100), lateness],
      ["rolling", "with rollover the next period follows", late("rolling", 200, 189.9), lateness],
      ["shares", "so does the member's limit", late("shares", 200, 189.9), lateness],
    ]),
    ...rowsOf("periods-list", [
      ["restated", "periods are listed, the restated one so", list, lateness],
    ]),
  ].map((row) => ({
    ...row,
    needs: ["set-clock", "record-transaction", "refund-transaction"] as const,
  })),
)
