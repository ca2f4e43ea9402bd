import { days } from "../../../interface/world/instants.ts"
import { limitedBudget, pooledBudget } from "../../../interface/world/scenarios.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, need, recordOf } from "../steps.ts"
import { readBeside } from "./beside.ts"
import { rowsOf, variant } from "./rows.ts"

const daily = { reset_period: "DAILY", reset_amount: "100.00" } as const

const resetting = variant(
  "resets",
  { budgets: [] },
  pooledBudget("plain", daily),
  pooledBudget("rolling", { ...daily, rollover_funds: true }),
  limitedBudget("shares", { ann: 60, bob: 40 }, { reset_period: "DAILY", rollover_funds: true }),
)

const budget = (trial: Trial, key: string) => ({ budget_id: idOf(trial, "budgets", key) })
const member = (trial: Trial) => ({
  ...budget(trial, "shares"),
  budget_member_id: idOf(trial, "budget_members", "shares.ann"),
})

const instantOf = (time: number) => new Date(time).toISOString()

const expectAvailable = (trial: Trial, record: Json, expected: number, what: string) =>
  trial.expect(
    record.available_amount === expected && record.spent_amount === 0,
    `${what}: ${expected} available, nothing spent`,
    record,
  )

/** Checks each budget in its next period, and `periods` later. */
const expectReset = async (trial: Trial, start: string, periods: number, rolled: number) => {
  const read = (key: string) => recordOf(trial, "budgets.get", { path: budget(trial, key) })
  const plain = await read("plain")
  trial.expect(plain.current_period_start === start, `the period from ${start}`, plain)
  expectAvailable(trial, plain, 100, `without rollover, after ${periods}`)
  expectAvailable(trial, await read("rolling"), rolled, `with rollover, after ${periods}`)
  expectAvailable(trial, await read("shares"), rolled, `with member limits, after ${periods}`)
  const share = await recordOf(trial, "budget-members.get", { path: member(trial) })
  expectAvailable(trial, share, 60 * (periods + 1) + 5.5, `a member of it, after ${periods}`)
}

const resets = async (trial: Trial) => {
  const { call } = trial.business
  const body = { amount: 5.5, description: "Before" }
  for (const key of ["plain", "rolling"]) {
    need(trial, await call("topups.create", { path: budget(trial, key), body }), "a topup")
  }
  need(trial, await call("member-topups.create", { path: member(trial), body }), "a topup")
  const before = await recordOf(trial, "budgets.get", { path: budget(trial, "plain") })
  const next = new Date(before.current_period_end).getTime() + 1
  await trial.act("set-clock", { now: instantOf(next) })
  await expectReset(trial, instantOf(next), 1, 205.5)
  await trial.act("set-clock", { now: instantOf(next + 3 * days) })
  await expectReset(trial, instantOf(next + 3 * days), 4, 505.5)
}

/** Returns the start of a budget's next period. */
const nextPeriod = async (trial: Trial, key: string): Promise<number> => {
  const { current_period_end } = await recordOf(trial, "budgets.get", { path: budget(trial, key) })
  return Date.parse(current_period_end) + 1
}

const numbers = async (trial: Trial) => {
  const path = budget(trial, "plain")
  const newest = async () =>
    (await readBeside(trial, `/budgets/${path.budget_id}/periods`)).results?.[0]?.number
  const first = await newest()
  trial.expect(first === 1, "a new budget has period 1", first)
  const weekly = { path, body: { reset_period: "WEEKLY" } }
  need(trial, await trial.business.call("budgets.update", weekly), "another cadence")
  const changed = await newest()
  trial.expect(changed === 1, "still 1 with another cadence", changed)
  await trial.act("set-clock", { now: instantOf(await nextPeriod(trial, "plain")) })
  const reset = await newest()
  trial.expect(reset === 2, "2 after a reset", reset)
}

const events = async (trial: Trial) => {
  const path = budget(trial, "plain")
  const body = { amount: 5.5, description: "Before" }
  need(trial, await trial.business.call("topups.create", { path, body }), "a topup")
  const next = await nextPeriod(trial, "plain")
  await trial.act("set-clock", { now: instantOf(next + 3 * days) })
  await recordOf(trial, "budgets.get", { path })
  const { results } = await readBeside(trial, "/events?type=budget.period_reset&limit=100")
  const own: ReadonlyArray<Json> = (results ?? []).filter(
    ({ data }: Json) => data?.id === path.budget_id,
  )
  trial.expect(own.length === 4, "four events for four periods", own.length)
  const closing = own[0]?.previous?.available_amount
  trial.expect(closing === 105.5, "the first closed with 105.5", own[0])
}

export const resetChecks = checksOf(
  "settled",
  [
    ...rowsOf("reset", [
      [
        "clock",
        "amounts are given anew when a period ends, and for each missed",
        resets,
        resetting,
      ],
    ]),
    ...rowsOf("period-numbers", [["each", "a reset begins the next", numbers, resetting]]),
    ...rowsOf("reset-events", [["each", "each period that ended is told", events, resetting]]),
  ].map((row) => ({ ...row, needs: ["set-clock"] as const })),
)
