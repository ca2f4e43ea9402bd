import { Result } from "effect"
import type { Decision } from "../../core/decision.ts"
import type { TransactionContext } from "../context.ts"
import { closeDraft, openDraft, putExpense, statusOf } from "./draft.ts"
/**
 * Reassesses expenses: "where a setting changes such that an incomplete one becomes complete, that
 * shows"; one that is COMPLETE "stays so whatever settings change". Returns the number of expenses
 * that became complete.
 */
export const decideReassessment = (
  context: TransactionContext,
  now: string,
): Result.Result<Decision<number>> => {
  const draft = openDraft(context)
  const better = context.transactions.filter(
    (row) => row.expense_status !== "COMPLETE" && statusOf(draft, row) === "COMPLETE",
  )
  for (const row of better) putExpense(draft, row, { ...row, updated: now })
  return Result.succeed(closeDraft(draft, better.length))
}
