import type { OperationId } from "../../interface/operations.ts"
import { keyIn } from "../../interface/world/scenarios.ts"
import type { Answer, Call, Json, Trial } from "../check.ts"
import { exactSum } from "./decimals.ts"
import { idOf, need, recordOf } from "./steps.ts"

/** A target of topups: a budget, or a member of one. */
export interface Fund {
  readonly what: string
  readonly get: OperationId
  readonly list: "topups.list" | "member-topups.list"
  readonly create: "topups.create" | "member-topups.create"
  readonly path: NonNullable<Call["path"]>
}

/**
 * Returns a fund of a trial's scenario: the budget `budget` itself, or its member who is `user`.
 */
export type FundOf = (trial: Trial, budget: string) => Fund

export const budgetFund: FundOf = (trial, budget) => ({
  what: "a budget",
  get: "budgets.get",
  list: "topups.list",
  create: "topups.create",
  path: { budget_id: idOf(trial, "budgets", budget) },
})

export const memberFund =
  (user: string): FundOf =>
  (trial, budget) => ({
    what: "a budget member",
    get: "budget-members.get",
    list: "member-topups.list",
    create: "member-topups.create",
    path: {
      budget_id: idOf(trial, "budgets", budget),
      budget_member_id: idOf(trial, "budget_members", keyIn(budget, user)),
    },
  })

/** Requests a topup; the amount is exact decimal text. */
export const topUp = (trial: Trial, { create, path }: Fund, amount: string): Promise<Answer> =>
  trial.business.call(create, {
    path,
    body: { amount: Number(amount), description: `Topup of ${amount}` },
  })

/** Makes a topup that is a prerequisite of the check. */
export const toppedUp = async (trial: Trial, fund: Fund, amount: string): Promise<Json> =>
  need(trial, await topUp(trial, fund, amount), `a topup of ${fund.what}`).body

/** Reads the budget or the member by its id. */
export const fundRecord = (trial: Trial, { get, path }: Fund): Promise<Json> =>
  recordOf(trial, get, { path })

/** Returns its available amount. */
export const available = async (trial: Trial, fund: Fund): Promise<number> => {
  const { available_amount } = await fundRecord(trial, fund)
  if (typeof available_amount !== "number") trial.blocked("available_amount is not a number")
  return available_amount
}

/** Ends the check as blocked if not even topups of whole amounts move the available amount. */
export const needMovingTopups = async (trial: Trial, fund: Fund): Promise<void> => {
  const before = await available(trial, fund)
  for (const [amount, expected] of [
    ["1", exactSum(before, 1)],
    ["-1", before],
  ] as const) {
    await toppedUp(trial, fund, amount)
    const after = await available(trial, fund)
    if (after !== expected) trial.blocked(`a topup of ${amount} gives ${after}, not ${expected}`)
  }
}

/** Checks that the available amount has changed by exactly this much. */
export const expectMoved = async (
  trial: Trial,
  fund: Fund,
  before: number,
  ...amounts: ReadonlyArray<string>
): Promise<void> => {
  const expected = exactSum(before, ...amounts)
  const after = await available(trial, fund)
  trial.expect(
    after === expected,
    `available_amount of ${fund.what} goes from ${before} to ${expected} (${amounts.join(", ")})`,
    { available_amount: after },
  )
}
