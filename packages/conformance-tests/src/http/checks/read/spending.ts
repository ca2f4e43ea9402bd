import { business, pooledBudget, topup, transaction } from "../../../interface/world/scenarios.ts"
import type { BusinessSpec } from "../../../interface/world/spec.ts"
import type { Json, Trial } from "../../check.ts"
import { checksOf } from "../../check.ts"
import { exactSum } from "../decimals.ts"
import { idOf, justPassed, recordOf, requires } from "../steps.ts"

const charges = ["-10.10", "-10.10", "-10.10", "-0.10", "-0.20", "-99.99"]
const topups = ["250.55", "-20.25"]
const given = "1000"

/**
 * A budget with charges at this moment, so that they are in its current period, and with topups;
 * and another budget without spending.
 */
const spending = (now: number): BusinessSpec => {
  const at = new Date(now).toISOString()
  const dates = { auth_date: at, cleared_date: at }
  const yearly = { reset_period: "ANNUALLY", reset_amount: given } as const
  return business(
    "spending",
    pooledBudget("used", yearly),
    pooledBudget("idle", yearly),
    ...charges.map((amount, index) =>
      transaction(`charge-${index}`, { ...dates, amount, user: "admin", budget: "used" }),
    ),
    ...topups.map((amount, index) => topup(`topup-${index}`, { budget: "used", amount })),
  )
}

const budgetOf = async (trial: Trial, key: string): Promise<Json> => {
  const made = await trial.fresh(spending(await justPassed(trial)))
  requires(trial, "transactions", made)
  requires(trial, "topups", made)
  const path = { budget_id: idOf(trial, "budgets", key, made) }
  return recordOf(trial, "budgets.get", { path }, made)
}

const spent = exactSum(...charges.map((amount) => amount.slice(1)))
const left = exactSum(given, ...topups, ...charges)

const rows = [
  ["available_amount", "used", left, "what it was given, and its topups, less its charges"],
  ["spent_amount", "used", spent, "what was charged to it"],
  ["reset_amount", "used", Number(given), "what it was made with"],
  ["available_amount", "idle", Number(given), "all that it was given"],
  ["spent_amount", "idle", 0, "nothing"],
] as const

export const spendings = checksOf(
  "read",
  rows.map(([field, key, amount, what]) => {
    const requirement = `budgets.${field.replace("_", "-")}`
    return {
      id: `${requirement}.${key}`,
      requirement,
      title: `${field} of ${key === "used" ? "a budget" : "a budget nobody used"} is ${what}`,
      scenario: "delta" as const,
      run: async (trial: Trial) => {
        const { [field]: shown } = await budgetOf(trial, key)
        trial.expect(shown === amount, `${field} ${amount}: ${what}`, { [field]: shown })
      },
    }
  }),
)
