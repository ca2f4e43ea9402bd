import { transaction } from "../../../interface/world/scenarios.ts"
import type { LineItemSpec } from "../../../interface/world/spec.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idOf } from "../steps.ts"
import { askBeside, readBeside } from "./beside.ts"
import { expectStatus, rowsOf, variant } from "./rows.ts"

const item = (amount: string, changes: Partial<LineItemSpec> = {}): LineItemSpec => ({
  amount,
  gst_amount: "0.00",
  description: "A line",
  custom_fields: [],
  ...changes,
})
const perth = { custom_fields: [{ field_name: "Field project", entry_text: "Perth" }] }

/**
 * Transactions that a report counts, on both sides of a Monday and of the end of a month, and
 * others that it does not count.
 */
const ledger = variant(
  "spend",
  {},
  transaction("lunch", {
    auth_date: "2026-03-02T00:00:00.000Z",
    cleared_date: "2026-04-02T12:00:00.000Z",
    amount: "-10.10",
    user: "ann",
    budget: "pool",
    line_items: [item("10.10", { category: "gifts", ...perth })],
  }),
  transaction("taxi", {
    auth_date: "2026-03-08T23:59:59.999Z",
    cleared_date: "2026-03-09T12:00:00.000Z",
    amount: "-20.00",
    user: "bob",
    line_items: [item("15.00", { category: "gifts" }), item("5.00")],
  }),
  transaction("bill", {
    transaction_type: "BILL",
    auth_date: "2026-03-09T00:00:00.000Z",
    cleared_date: "2026-03-09T12:00:00.000Z",
    amount: "-5.05",
    user: "ann",
  }),
  transaction("back", {
    status: "REFUNDED",
    auth_date: "2026-03-10T12:00:00.000Z",
    cleared_date: "2026-03-11T12:00:00.000Z",
    amount: "-7.07",
    user: "ann",
  }),
  transaction("held", { status: "AUTHED", auth_date: "2026-03-31T23:59:59.999Z", amount: "-0.95" }),
  transaction("own", {
    transaction_type: "REIMBURSEMENT",
    auth_date: "2026-04-01T00:00:00.000Z",
    cleared_date: "2026-04-01T12:00:00.000Z",
    amount: "-1.00",
  }),
  transaction("charge", {
    transaction_type: "CHARGE",
    auth_date: "2026-04-30T23:59:59.999Z",
    cleared_date: "2026-05-01T12:00:00.000Z",
    amount: "-2.00",
  }),
  transaction("never", { status: "DECLINED", amount: "-100.00", user: "ann" }),
  transaction("deposit", { transaction_type: "DEPOSIT_DIRECT_CREDIT", amount: "50.00" }),
)

const spring = "start_date=2026-03-01&end_date=2026-04-30"

const groupsOf = async (trial: Trial, query: string): Promise<ReadonlyArray<string>> => {
  const { groups } = await readBeside(trial, `/reports/spend?${query}`)
  // Empty groups may be shown or omitted.
  const counted = (Array.isArray(groups) ? groups : []).filter(({ count }: Json) => count !== 0)
  return counted.map(
    ({ keys, count, spent, refunded }: Json) =>
      `${JSON.stringify(keys)} ${count} ${spent} ${refunded}`,
  )
}

const expectGroups = async (trial: Trial, query: string, expected: ReadonlyArray<string>) => {
  const seen = await groupsOf(trial, query)
  const same = [...seen].sort().join() === [...expected].sort().join()
  trial.expect(same, `${query}: keys, count, spent and refunded ${expected.join("; ")}`, seen)
}

const counted = (trial: Trial) =>
  expectGroups(trial, `${spring}&group_by=month`, ['["2026-03"] 5 43.17 7.07', '["2026-04"] 2 3 0'])

const dates = async (trial: Trial) => {
  const week = "start_date=2026-03-02&end_date=2026-03-08"
  await expectGroups(trial, `${week}&group_by=week`, ['["2026-03-02"] 2 30.1 0'])
  await expectGroups(trial, `${week}&group_by=day`, [
    '["2026-03-02"] 1 10.1 0',
    '["2026-03-08"] 1 20 0',
  ])
  const seen = await groupsOf(trial, `${spring}&group_by=day`)
  trial.expect(seen.join() === [...seen].sort().join(), "days in their order", seen)
}

const people = async (trial: Trial) => {
  const [ann, bob] = ["ann", "bob"].map((key) => idOf(trial, "users", key))
  const budget = idOf(trial, "budgets", "pool")
  const week = "start_date=2026-03-02&end_date=2026-03-09"
  await expectGroups(trial, `${week}&group_by=user&group_by=budget`, [
    `["${ann}","${budget}"] 1 10.1 0`,
    `["${ann}",null] 1 5.05 0`,
    `["${bob}",null] 1 20 0`,
  ])
}

const merchants = (trial: Trial) =>
  expectGroups(trial, "start_date=2026-03-10&end_date=2026-03-10&group_by=merchant", [
    '["Merchant back"] 1 7.07 7.07',
  ])

/** Amount of a group, by its first key. */
const amountOf = async (trial: Trial, query: string, key: string | null) => {
  const { groups } = await readBeside(trial, `/reports/spend?${query}`)
  const found = groups?.find(({ keys }: Json) => keys[0] === key)
  return found?.spent
}

const lines = async (trial: Trial) => {
  const week = "start_date=2026-03-02&end_date=2026-03-08"
  const gifts = idOf(trial, "categories", "gifts")
  const field = encodeURIComponent("custom_field:Field project")
  for (const [by, key, expected] of [
    ["category", gifts, 25.1],
    ["category", null, 5],
    [field, "Perth", 10.1],
    [field, null, 20],
  ] as const) {
    const spent = await amountOf(trial, `${week}&group_by=${by}`, key)
    trial.expect(spent === expected, `${by} ${key}: ${expected}`, spent)
  }
}

const refused = async (trial: Trial) => {
  for (const query of [
    spring,
    `${spring}&group_by=colour`,
    `${spring}&group_by=day&group_by=user&group_by=budget`,
    "start_date=2026-03-02&group_by=day",
    "start_date=2026-03-02&end_date=2026-03-01&group_by=day",
    "start_date=2026-02-30&end_date=2026-03-01&group_by=day",
  ]) {
    const response = await askBeside(trial, "GET", `/reports/spend?${query}`)
    expectStatus(trial, response, 400, query)
  }
}

export const spendReports = checksOf("settled", [
  ...rowsOf("spend-report", [
    ["months", "what is spent is counted by month", counted, ledger],
    ["dates", "days and weeks are those of `auth_date`", dates, ledger],
  ]),
  ...rowsOf("spend-report-groups", [
    ["people", "two keys make a group of each pair", people, ledger],
    ["refunds", "what was spent, and what came back", merchants, ledger],
  ]),
  ...rowsOf("spend-report-lines", [
    ["items", "categories and fields go by line item", lines, ledger],
  ]),
  ...rowsOf("spend-report-query", [["refused", "two keys at most, and known ones", refused]]),
])
