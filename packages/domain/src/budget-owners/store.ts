import { Context, type Effect } from "effect"
import type { MemberChange } from "../budget-members/store.ts"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { BudgetOwnerRecord, OwnerFilter } from "../core/records/budget-owners.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { Sight } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { OwnerContext } from "./rules.ts"

/** Keeps the owners of budgets. */
export class BudgetOwnerStore extends Context.Service<
  BudgetOwnerStore,
  {
    /**
     * By `created` ascending, ties by id; with a sight only those that the user may see
     * (`seesOwners`).
     */
    readonly page: (
      key: BudgetKey,
      filter: OwnerFilter,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<BudgetOwnerRecord>, StorageUnavailable>
    /**
     * Loads the context under the write lock (with the people of all owners, and those that the
     * command names), asks `decide`, and commits its decision as one atomic step with its events; a
     * refusal changes nothing.
     */
    readonly change: <A, E>(
      change: MemberChange,
      decide: Decide<OwnerContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/BudgetOwnerStore") {}
