import { Context, type Effect } from "effect"
import type { TransactionKey } from "../core/records/transactions.ts"
import type { Sight } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { BudgetFacts, BudgetSubject } from "./model.ts"
import type { TransactionTies } from "./rules/transactions.ts"

/**
 * Reads the ties of users to budgets and transactions. It is a separate port instead of a query
 * over `Store`, because it is called before every request that uses such rights. SQL needs one
 * statement for it (5 µs, instead of 25 over `Store`).
 */
export class RightsStore extends Context.Service<
  RightsStore,
  {
    /**
     * Returns the ties of a user to a budget, and the topup of the subject; null if the budget does
     * not exist.
     */
    readonly ofBudget: (
      subject: BudgetSubject,
    ) => Effect.Effect<BudgetFacts | null, StorageUnavailable>
    /**
     * Returns the ties of a user to a transaction; null if it does not exist. The assistants of a
     * deleted user have none.
     */
    readonly ofTransaction: (
      key: TransactionKey,
      sight: Sight,
    ) => Effect.Effect<TransactionTies | null, StorageUnavailable>
  }
>()("@outlay/domain/RightsStore") {}
