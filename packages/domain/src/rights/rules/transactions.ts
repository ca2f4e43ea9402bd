import type { Verdict } from "../../core/sight.ts"

/** Relations of a user to a transaction. */
export interface TransactionTies {
  /** "A person who spends." */
  readonly spender: boolean
  /** "An expense assistant: the same for whom they assist", if the business has the feature. */
  readonly assistant: boolean
  /** True for an active owner of the budget that the transaction is charged to. */
  readonly owner: boolean
}

/**
 * Returns true for users who "may act on the user's expenses": the spender and their assistants.
 */
export const changesExpense = ({ spender, assistant }: TransactionTies): boolean =>
  spender || assistant

/**
 * Returns true for users who may read a transaction: also for the owners of its budget, "the
 * transactions charged to it".
 */
export const seesTransaction = (ties: TransactionTies): boolean =>
  changesExpense(ties) || ties.owner

/**
 * Returns whether a user may read a transaction or change its expense details through their ties.
 * `ties` is null if the transaction does not exist. `reads` is true if the role shows all
 * transactions.
 */
export const judgeTransaction = (
  right: "read" | "change",
  ties: TransactionTies | null,
  reads: boolean,
): Verdict => {
  if (ties === null) return reads ? "forbidden" : "hidden"
  if (right === "read" ? seesTransaction(ties) : changesExpense(ties)) return "allowed"
  return reads || seesTransaction(ties) ? "forbidden" : "hidden"
}
