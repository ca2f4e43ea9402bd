import { Effect, type Result } from "effect"
import type { Decision } from "../shared/decision.ts"
import { now } from "../shared/now.ts"
import { UnitOfWork } from "../shared/unit-of-work.ts"
import { decideChoice } from "./choice.ts"
import { entryTextsOf, nobody, type TransactionContext } from "./context.ts"
import { decideExpense, type ExpenseCommand } from "./expense.ts"
import { decideClear, decideRefund, decideReverse, type MoveCommand } from "./life-cycle.ts"
import type {
  MoveTransaction,
  TransactionKey,
  TransactionRecord,
  UpdateTransaction,
} from "./model.ts"
import { preparing } from "./preparing.ts"
import { TransactionStore } from "./store.ts"

/** A movement of a transaction that is there. */
type Move<E> = (
  context: TransactionContext,
  command: MoveCommand,
) => Result.Result<Decision<TransactionRecord>, E>

/** A change of the expense part. */
type Change<E> = (
  context: TransactionContext,
  command: ExpenseCommand,
) => Result.Result<Decision<TransactionRecord>, E>

/** What becomes of transactions that are there. */
export const changing = Effect.gen(function* () {
  const store = yield* TransactionStore
  const { catchUp, uuids } = yield* preparing
  const { atomically } = yield* UnitOfWork

  const moving = <E>(decide: Move<E>) =>
    Effect.fnUntraced(function* (key: TransactionKey, movement: MoveTransaction) {
      const { client_id, transaction_id } = key
      const command = { ...movement, transaction_id, now: yield* now }
      const found = yield* store.find(key)
      yield* catchUp(client_id, [found?.budget_id])
      return yield* store.change(
        { ...nobody(client_id), transaction_ids: [transaction_id], moves: true },
        (context) => decide(context, command),
      )
    }, atomically)

  const expense = <E>(decide: Change<E>) =>
    Effect.fnUntraced(function* (key: TransactionKey, patch: UpdateTransaction) {
      const { client_id, transaction_id } = key
      const { user_id, budget_id, line_items = [] } = patch
      const line_item_ids = yield* uuids(line_items.length)
      const command = { ...patch, transaction_id, line_item_ids, now: yield* now }
      const found = yield* store.find(key)
      yield* catchUp(client_id, [found?.budget_id, budget_id])
      return yield* store.change(
        {
          ...nobody(client_id),
          transaction_ids: [transaction_id],
          moves: true,
          user_ids: typeof user_id === "number" ? [user_id] : [],
          budget_ids: typeof budget_id === "string" ? [budget_id] : [],
          category_ids: line_items.flatMap((item) => item.category_id ?? []),
          entry_texts: entryTextsOf([patch]),
        },
        (context) => decide(context, command),
      )
    }, atomically)

  return {
    clear: Effect.fn("Transactions.clear")(moving(decideClear)),
    reverse: Effect.fn("Transactions.reverse")(moving(decideReverse)),
    refund: Effect.fn("Transactions.refund")(moving(decideRefund)),
    update: Effect.fn("Transactions.update")(expense(decideExpense)),
    /** The same as people choose it: what is not there to be chosen is refused. */
    updateExpense: Effect.fn("Transactions.updateExpense")(expense(decideChoice)),
  }
})
