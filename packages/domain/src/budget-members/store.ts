import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type {
  BudgetMemberRecord,
  MemberFilter,
  MemberKey,
  MembershipRecord,
} from "../core/records/budget-members.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { Sight } from "../core/sight.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { MemberContext } from "./context.ts"

/** Whose members change, and whom the command names. */
export interface MemberChange extends BudgetKey {
  readonly user_ids: ReadonlyArray<number>
  readonly invite_ids: ReadonlyArray<number>
}

/** Keeps the members of budgets. Amounts are as the interface shows them (`shownAmounts`). */
export class BudgetMemberStore extends Context.Service<
  BudgetMemberStore,
  {
    readonly get: (key: MemberKey) => Effect.Effect<BudgetMemberRecord | null, StorageUnavailable>
    /**
     * By `created` ascending, ties by id; with a sight only those that the user may see
     * (`seesMember`).
     */
    readonly page: (
      key: BudgetKey,
      filter: MemberFilter,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<BudgetMemberRecord>, StorageUnavailable>
    /** The memberships of one user, by `created` ascending, ties by id; with a sight as above. */
    readonly pageOfUser: (
      key: { readonly client_id: number; readonly user_id: number },
      filter: { readonly is_deleted?: boolean | undefined },
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<MembershipRecord>, StorageUnavailable>
    /**
     * Loads the context under the write lock (with the people of all members, and those that the
     * command names), asks `decide`, and commits its decision as one atomic step with its events; a
     * refusal changes nothing.
     */
    readonly change: <A, E>(
      change: MemberChange,
      decide: Decide<MemberContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/BudgetMemberStore") {}
