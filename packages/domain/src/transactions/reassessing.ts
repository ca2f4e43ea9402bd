import { Effect } from "effect"
import { now } from "../shared/now.ts"
import { type Concern, nobody } from "./context.ts"
import { decideReassessment } from "./expense.ts"
import { TransactionStore } from "./store.ts"

/** How many transactions one step of a reassessment looks at. */
const batch = 500

/**
 * "`expense_status` is derived": to be called when a category was enabled, disabled or deleted, or
 * a custom field linked, unlinked, renamed or deleted; answers how many changed.
 */
export const reassessing = Effect.map(TransactionStore, (store) =>
  Effect.fn("Transactions.reassess")(function* (client_id: number, concern: Concern) {
    const at = yield* now
    let total = 0
    for (let after: string | null = null; ; ) {
      const transaction_ids: ReadonlyArray<string> = yield* store.concerned(
        client_id,
        concern,
        after,
        batch,
      )
      total += yield* store.change({ ...nobody(client_id), transaction_ids }, (context) =>
        decideReassessment(context, at),
      )
      if (transaction_ids.length < batch) return total
      after = transaction_ids[batch - 1] ?? null
    }
  }),
)
