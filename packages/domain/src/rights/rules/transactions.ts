import type { Verdict } from "../../core/sight.ts"

/** What a user is to a transaction. */
export interface TransactionTies {
  /** "A person who spends." */
  readonly spender: boolean
  /** "An expense assistant: the same for whom they assist", where the business has the feature. */
  readonly assistant: boolean
  /** An active owner of the budget that it is charged to. */
  readonly owner: boolean
}

/** Who "may act on the user's expenses": the person who spent, and their assistants. */
export const changesExpense = ({ spender, assistant }: TransactionTies): boolean =>
  spender || assistant

/** They read it, and so do the owners: "the transactions charged to it". */
export const seesTransaction = (ties: TransactionTies): boolean =>
  changesExpense(ties) || ties.owner

/**
 * Whether a user may read a transaction, or change its expense part, as themselves. `ties` null:
 * there is no such transaction. `reads`: the role shows all transactions.
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
