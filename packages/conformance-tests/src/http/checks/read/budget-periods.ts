import { business, pooledBudget } from "../../../interface/world/scenarios.ts"
import { type ResetPeriod, resetPeriods } from "../../../interface/world/spec.ts"
import type { Check, Json, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import { exactSum } from "../decimals.ts"
import { idOf, need, recordOf } from "../steps.ts"
import { isOnDay, lasts } from "./periods.ts"

type Row = Omit<Check, "profile">

const slug = (period: ResetPeriod): string => period.toLowerCase().replaceAll("_", "-")

const budgetCall = (trial: Trial, key: string) => ({
  path: { budget_id: idOf(trial, "budgets", key) },
})

/** Active budgets with this period, which the target created at the start of the run. */
const budgetsWith = (trial: Trial, period: ResetPeriod): ReadonlyArray<string> => {
  const keys = trial.business.spec.budgets
    .filter(({ reset_period, is_deleted }) => reset_period === period && is_deleted !== true)
    .map(({ key }) => key)
  if (keys.length === 0) trial.untestable(`there is no budget with ${period}`)
  return keys
}

const budgetOf = (trial: Trial, key: string): Promise<Json> =>
  recordOf(trial, "budgets.get", budgetCall(trial, key))

const ending = resetPeriods.filter((period) => period !== "NEVER")

const reading: ReadonlyArray<Row> = resetPeriods.map((period) => ({
  id: `budget-periods.reset-period.${slug(period)}`,
  requirement: "budget-periods.reset-period",
  title: `A budget made with ${period} shows it`,
  scenario: "alpha",
  run: async (trial: Trial) => {
    for (const key of budgetsWith(trial, period)) {
      const { reset_period } = await budgetOf(trial, key)
      trial.expect(reset_period === period, `${key} shows ${period}`, { reset_period })
    }
  },
}))

/** A period that the check can parse, of a budget created at the start of the run. */
const periodOf = async (trial: Trial, period: ResetPeriod) => {
  const key = budgetsWith(trial, period)[0] ?? ""
  const { created, current_period_start, current_period_end } = await budgetOf(trial, key)
  const texts = { created, start: current_period_start, end: current_period_end }
  trial.expect(
    Object.values(texts).every((text) => !Number.isNaN(Date.parse(text))),
    "instants: created, current_period_start and current_period_end",
    texts,
  )
  return texts as { readonly created: string; readonly start: string; readonly end: string }
}

const bounds = (period: Exclude<ResetPeriod, "NEVER">): ReadonlyArray<Row> => {
  const row = (rule: string, title: string, run: Row["run"]): Row => ({
    id: `budget-periods.${rule}.${slug(period)}`,
    requirement: `budget-periods.${rule}`,
    title: `${title} (${period})`,
    scenario: "alpha",
    run,
  })
  return [
    row("start", "The period began before the budget is read", async (trial: Trial) => {
      const { created, start } = await periodOf(trial, period)
      // One day of tolerance, for a period that began between creation and reading.
      const began = Date.parse(start) <= Date.parse(created) + 86_400_000
      trial.expect(began, `a start not after ${created}`, start)
    }),
    row("end", "The period ends after the budget was made", async (trial: Trial) => {
      const { created, end } = await periodOf(trial, period)
      const lastDay = end.slice(0, 10) === created.slice(0, 10) && period !== "DAILY"
      trial.expect(
        Date.parse(end) >= Date.parse(created) || lastDay,
        `an end not before ${created}`,
        end,
      )
    }),
    row("length", "From start to end is one such period", async (trial: Trial) => {
      const { start, end } = await periodOf(trial, period)
      trial.expect(lasts(period, start, end), `one ${period} period`, { start, end })
    }),
  ]
}

const financialYears: ReadonlyArray<Row> = (
  [
    ["july", "JULY_FINANCIAL_YEAR", "07-01"],
    ["april", "APRIL_FINANCIAL_YEAR", "04-01"],
  ] as const
).map(([name, period, day]) => ({
  id: `budget-periods.${name}`,
  requirement: `budget-periods.${name}`,
  title: `The financial year starts on the first of the month that ${period} names`,
  scenario: "alpha",
  run: async (trial: Trial) => {
    const { start } = await periodOf(trial, period)
    trial.expect(isOnDay(start, day), `a start on ${day}, UTC`, start)
  },
}))

const daily = { reset_period: "DAILY", reset_amount: "200" } as const
const resetting = business(
  "resetting",
  pooledBudget("resets", daily),
  pooledBudget("rolls", { ...daily, rollover_funds: true }),
)

const spent = "40.25"

/** Spends money, then sets the clock past the end of the period. */
const intoNextPeriod = async (trial: Trial, key: string): Promise<Json> => {
  const before = await budgetOf(trial, key)
  await trial.act("record-transaction", {
    client_id: trial.business.client_id,
    transaction: {
      key: "spent",
      transaction_type: "CARD_TRANSACTION",
      status: "CLEARED",
      auth_date: before.created,
      cleared_date: before.created,
      merchant_name: "Corner Shop",
      amount: `-${spent}`,
      gst: "0.00",
      user: idOf(trial, "users", "admin"),
      budget: idOf(trial, "budgets", key),
      attendees: [],
      receipt_urls: [],
      custom_fields: [],
      line_items: [],
    },
  })
  const call = { ...budgetCall(trial, key), body: { amount: -10, description: "Taken back" } }
  need(trial, await trial.business.call("topups.create", call), "a topup of a budget")
  const after = await budgetOf(trial, key)
  if (after.spent_amount !== Number(spent) || after.available_amount !== 149.75) {
    trial.blocked(`the budget shows ${after.spent_amount} spent, ${after.available_amount} left`)
  }
  await trial.act("set-clock", {
    now: new Date(Date.parse(before.current_period_end) + 60_000).toISOString(),
  })
  const later = await budgetOf(trial, key)
  trial.expect(
    Date.parse(later.current_period_start) >= Date.parse(before.current_period_end),
    `current_period_start not before the current_period_end of before: ${before.current_period_end}`,
    { current_period_start: later.current_period_start },
  )
  trial.expect(later.spent_amount === 0, "spent_amount is 0 in the new period", {
    spent_amount: later.spent_amount,
  })
  return later
}

const nextPeriod: ReadonlyArray<Row> = [
  {
    id: "budget-periods.reset",
    requirement: "budget-periods.reset",
    title: "Without rollover_funds the new period has the reset amount, and nothing is spent",
    scenario: resetting,
    needs: ["set-clock", "record-transaction"],
    run: async (trial: Trial) => {
      const { available_amount } = await intoNextPeriod(trial, "resets")
      trial.expect(available_amount === 200, "available_amount is the reset_amount: 200", {
        available_amount,
      })
    },
  },
  {
    id: "budget-periods.rollover",
    requirement: "budget-periods.rollover",
    title: "With rollover_funds the new period also has what was left",
    scenario: resetting,
    needs: ["set-clock", "record-transaction"],
    run: async (trial: Trial) => {
      const { available_amount } = await intoNextPeriod(trial, "rolls")
      const both = exactSum("149.75", "200")
      const lawful = available_amount === both || available_amount === 149.75
      trial.expect(
        lawful,
        `available_amount is 149.75, what was left, or ${both} with the reset amount`,
        {
          available_amount,
        },
      )
      trial.note(
        "what a period begins with where funds roll over",
        available_amount === both ? "what was left and the reset amount" : "what was left",
      )
    },
  },
]

export const budgetPeriods = checksOf("read", [
  ...reading,
  ...ending.flatMap(bounds),
  ...financialYears,
  ...nextPeriod,
])
