import { Context, Effect, Layer } from "effect"
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
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { MemberContext } from "./context.ts"
import {
  type MemberChange,
  memberById,
  memberContext,
  membershipsOfUser,
  membersOfBudget,
} from "./looks.ts"

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
    /** Decides on what `memberContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: MemberChange,
      decide: Decide<MemberContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/BudgetMemberStore") {
  static readonly layer = Layer.effect(
    BudgetMemberStore,
    Effect.map(Store, (store) => ({
      get: (key) => store.read(key.client_id, memberById(key)),
      page: (key, filter, request, sight = null) =>
        store.read(key.client_id, membersOfBudget(key, filter, request, sight)),
      pageOfUser: (key, filter, request, sight = null) =>
        store.read(key.client_id, membershipsOfUser(key, filter, request, sight)),
      change: (key, decide) => store.change(key.client_id, memberContext(key), decide),
    })),
  )
}
