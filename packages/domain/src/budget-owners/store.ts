import { Context, type Effect } from "effect"
import type { MemberChange } from "../budget-members/store.ts"
import type { BudgetKey } from "../budgets/model.ts"
import type { Decide } from "../shared/decision.ts"
import type { Page, PageRequest } from "../shared/page.ts"
import type { Sight } from "../shared/sight.ts"
import type { StorageUnavailable } from "../shared/unit-of-work.ts"
import type { BudgetOwnerRecord, OwnerFilter } from "./model.ts"
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
