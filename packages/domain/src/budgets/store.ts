import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { Budget, BudgetFilter, BudgetKey, BudgetRecord } from "../core/records/budgets.ts"
import type { Sight } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { BudgetContext } from "./context.ts"

/** Which budget changes (`budget_id` null: a new one), and whom the command names. */
export interface BudgetChange {
  readonly client_id: number
  readonly budget_id: string | null
  readonly user_ids: ReadonlyArray<number>
  readonly invite_ids: ReadonlyArray<number>
}

/** Keeps budgets. */
export class BudgetStore extends Context.Service<
  BudgetStore,
  {
    /** The row itself, deleted or not; null when the business has no such budget. */
    readonly find: (key: BudgetKey) => Effect.Effect<Budget | null, StorageUnavailable>
    readonly get: (key: BudgetKey) => Effect.Effect<BudgetRecord | null, StorageUnavailable>
    /**
     * By `created` ascending, ties by id; with a sight only those that the user may see
     * (`seesBudget`).
     */
    readonly page: (
      client_id: number,
      filter: BudgetFilter,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<BudgetRecord>, StorageUnavailable>
    /**
     * The budgets whose period ended before `now`, of one business or (null) of all; at most
     * `limit`, the longest due first, ties by business and id.
     */
    readonly due: (
      client_id: number | null,
      now: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<BudgetKey>, StorageUnavailable>
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      change: BudgetChange,
      decide: Decide<BudgetContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/BudgetStore") {}
