import type { OperationId } from "../../interface/operations.ts"
import {
  business,
  limitedBudget,
  type Part,
  pooledBudget,
  transaction,
  user,
} from "../../interface/world/scenarios.ts"
import type { BudgetSpec, BusinessSpec } from "../../interface/world/spec.ts"
import type { Business, Call, Trial } from "../check.ts"
import { daysBefore } from "./read/money.ts"
import { canonical, idOf, requires } from "./steps.ts"

/** Operations whose paths the document shows, in its order, with their numbers in its table. */
export const shownOperations: ReadonlyArray<readonly [number: number, operation: OperationId]> = [
  [1, "users.list"],
  [2, "users.get"],
  [3, "users.update"],
  [4, "users.remove"],
  [5, "users.budget-members"],
  [6, "transactions.list"],
  [7, "transactions.get"],
  [8, "budgets.list"],
  [9, "budgets.get"],
  [10, "budget-members.list"],
  [11, "budget-members.get"],
  [12, "topups.list"],
  [13, "topups.create"],
  [14, "member-topups.list"],
  [15, "member-topups.create"],
  [16, "statements.get"],
  [17, "balances.get"],
]

const writes: ReadonlySet<OperationId> = new Set([
  "users.update",
  "users.remove",
  "topups.create",
  "member-topups.create",
])

export const isWrite = (operation: OperationId): boolean => writes.has(operation)

/** A business with a record for each operation of the table. */
export const oneOfEach = (...more: ReadonlyArray<Part>): BusinessSpec =>
  business(
    "one-of-each",
    user("bo"),
    pooledBudget("pool", { members: ["bo"] }),
    limitedBudget("limits", { bo: 100 }),
    transaction("paid", { user: "bo" }),
    ...more,
  )

const budgetWith = (trial: Trial, { spec }: Business, has_member_limits: boolean): BudgetSpec => {
  const found = spec.budgets.find(
    (budget) => budget.is_deleted !== true && budget.has_member_limits === has_member_limits,
  )
  if (found === undefined) trial.untestable("the business has no such budget")
  return found
}

/** Returns a user who owns no budget, so that nothing prevents the removal. */
const userOf = (trial: Trial, { spec }: Business): string => {
  const owners = new Set(
    spec.budgets.flatMap(({ owners }) => owners.flatMap((row) => ("user" in row ? row.user : []))),
  )
  const found = spec.users.find(({ key, is_deleted }) => is_deleted !== true && !owners.has(key))
  if (found === undefined) trial.untestable("the business has no user who owns no budget")
  return found.key
}

const memberPath = (trial: Trial, of: Business) => {
  const budget = budgetWith(trial, of, true)
  const member = budget.members.find(({ is_deleted }) => is_deleted !== true)
  return {
    budget_id: idOf(trial, "budgets", budget.key, of),
    budget_member_id: idOf(trial, "budget_members", member?.key ?? "", of),
  }
}

const transactionPath = (trial: Trial, of: Business) => {
  requires(trial, "transactions", of)
  const { key = "" } = of.spec.transactions.find(({ status }) => status === "CLEARED") ?? {}
  return { transaction_id: idOf(trial, "transactions", key, of) }
}

/** Returns a request that the interface allows, for a business with a record of every kind. */
export const allowedCall = (
  trial: Trial,
  operation: OperationId,
  of: Business = trial.business,
): Call => {
  const user_id = () => idOf(trial, "users", userOf(trial, of), of)
  const budget_id = () => idOf(trial, "budgets", budgetWith(trial, of, false).key, of)
  const topup = { amount: 1.25, description: "Asked for" }
  switch (operation) {
    case "users.get":
    case "users.remove":
    case "users.budget-members":
      return { path: { user_id: user_id() } }
    case "users.update":
      return { path: { user_id: user_id() }, body: { payment_types: ["bills"] } }
    case "transactions.get":
      return { path: transactionPath(trial, of) }
    case "budgets.get":
    case "budget-members.list":
    case "topups.list":
      return { path: { budget_id: budget_id() } }
    case "topups.create":
      return { path: { budget_id: budget_id() }, body: topup }
    case "budget-members.get":
    case "member-topups.list":
      return { path: memberPath(trial, of) }
    case "member-topups.create":
      return { path: memberPath(trial, of), body: topup }
    case "statements.get": {
      const day = daysBefore(Date.now(), 1)
      return {
        query: [
          ["start_date", day],
          ["end_date", day],
        ],
      }
    }
    default:
      return {}
  }
}

/** State that writes of the table could change, as the business's administrator reads it. */
export const stateOf = async (trial: Trial, of: Business = trial.business): Promise<string> => {
  const [pool, member] = [
    allowedCall(trial, "topups.list", of),
    allowedCall(trial, "member-topups.list", of),
  ]
  const responses = [
    await of.call("users.list"),
    await of.call("budgets.list"),
    await of.call("topups.list", pool),
    await of.call("member-topups.list", member),
    await of.call("budget-members.get", member),
  ]
  const wrong = responses.find(({ status }) => status !== 200)
  if (wrong !== undefined) trial.blocked(`the business cannot be read: status ${wrong.status}`)
  const names = ["users", "budgets", "topups", "member_topups", "member"]
  return canonical(Object.fromEntries(responses.map(({ body }, at) => [names[at], body])))
}
