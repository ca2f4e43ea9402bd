import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import type { MemberFilter, MemberKey } from "../core/records/budget-members.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { Sight } from "../core/sight.ts"
import { changeOf, Store } from "../core/store.ts"
import { memberById, memberContext, membershipsOfUser, membersOfBudget } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  get: (key: MemberKey) => store.read(key.client_id, memberById(key)),
  /**
   * By `created` ascending, ties by id; with a sight only those that the user may see
   * (`seesMember`).
   */
  page: (key: BudgetKey, filter: MemberFilter, page: PageRequest, sight: Sight | null = null) =>
    store.read(key.client_id, membersOfBudget(key, filter, page, sight)),
  /** The memberships of one user, by `created` ascending, ties by id; with a sight as above. */
  pageOfUser: (
    key: { readonly client_id: number; readonly user_id: number },
    filter: { readonly is_deleted?: boolean | undefined },
    page: PageRequest,
    sight: Sight | null = null,
  ) => store.read(key.client_id, membershipsOfUser(key, filter, page, sight)),
  /** Decides on what `memberContext` looks at: see `Store`. */
  change: changeOf(store, memberContext),
}))

/** Keeps the members of budgets. Amounts are as the interface shows them (`shownAmounts`). */
export class BudgetMemberStore extends Context.Service<
  BudgetMemberStore,
  Effect.Success<typeof make>
>()("@outlay/domain/BudgetMemberStore") {
  static readonly layer = Layer.effect(BudgetMemberStore, make)
}
