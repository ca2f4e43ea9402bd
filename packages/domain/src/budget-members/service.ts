import { type BigDecimal, Context, Effect, Layer } from "effect"
import { Budgets, named } from "../budgets/service.ts"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import { personOf } from "../core/people.ts"
import type { AddMember, MemberFilter, MemberKey } from "../core/records/budget-members.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import { sightOf } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { callerPolicies } from "../policies/caller-policies.ts"
import { memberById, memberContext, membersOfBudget } from "./looks.ts"
import { decideMember, decideMemberUpdate } from "./rules/membership.ts"
import { decideMemberRemoval } from "./rules/removal.ts"

const reading = { resource: "budget_members", action: "read" } as const

const make = Effect.gen(function* () {
  const store = yield* Store
  const budgets = yield* Budgets
  const ids = yield* Ids
  const policiesOfCaller = yield* callerPolicies
  const { atomically } = yield* UnitOfWork

  const list = Effect.fnUntraced(function* (
    key: BudgetKey,
    filter: MemberFilter,
    page: PageRequest,
  ) {
    yield* budgets.get(key)
    const sight = yield* sightOf(reading)
    return yield* store.read(key.client_id, membersOfBudget(key, filter, page, sight))
  })

  const get = Effect.fnUntraced(function* (key: MemberKey) {
    yield* budgets.get(key)
    const found = store.read(key.client_id, memberById(key))
    return yield* existingIn(found, "budget member", key.budget_member_id)
  })

  const create = Effect.fn("BudgetMembers.create")(function* (key: BudgetKey, member: AddMember) {
    const command = {
      ...member,
      budget_id: key.budget_id,
      id: yield* ids.integer("budget_members"),
      now: yield* currentTime,
      policies: yield* policiesOfCaller(key.client_id, key.budget_id),
    }
    yield* budgets.catchUp(key)
    const look = memberContext({ ...key, ...named([member]), newcomer: personOf(member) })
    return yield* store.change(key.client_id, look, (context) => decideMember(context, command))
  }, atomically)

  const update = Effect.fn("BudgetMembers.update")(function* (
    key: MemberKey,
    patch: { readonly reset_amount: BigDecimal.BigDecimal },
  ) {
    const now = yield* currentTime
    const policies = yield* policiesOfCaller(key.client_id, key.budget_id)
    yield* budgets.catchUp(key)
    const look = memberContext({ ...key, user_ids: [], invite_ids: [] })
    return yield* store.change(key.client_id, look, (context) =>
      decideMemberUpdate(context, key, patch, now, policies),
    )
  }, atomically)

  const remove = Effect.fn("BudgetMembers.remove")(function* (key: MemberKey) {
    const now = yield* currentTime
    yield* budgets.catchUp(key)
    const look = memberContext({ ...key, user_ids: [], invite_ids: [] })
    return yield* store.change(key.client_id, look, (context) =>
      decideMemberRemoval(context, key, now),
    )
  }, atomically)

  return {
    /**
     * Lists the members of a budget, oldest first, including removed members unless the filter
     * excludes them. A caller without the permission gets only the members that they may see.
     * Refused: `NotFound` for the budget.
     */
    list,
    /**
     * Returns one member, also after removal. Amounts are in minor units. "Without member limits a
     * member shows the budget's `available_amount` and `reset_amount`, and its own `spent_amount`."
     * Refused: `NotFound`.
     */
    get,
    /**
     * Adds a user or a pending invite. `reset_amount` is in major units, "needed with member
     * limits, refused without"; the budget's `reset_amount` and `available_amount` rise by it.
     * "Adding someone removed earlier reinstates the record."
     *
     * Refused: `NotFound`, `UnknownReference`, `ResetAmountRequired`, `ResetAmountNotAllowed`,
     * `TooManyDecimals`, `NeedsApproval`, `AlreadyMember`, `AmountOutOfRange`.
     */
    create,
    /**
     * Changes the `reset_amount` of a member (major units): "only with member limits and a period
     * other than NEVER". The budget's `reset_amount` moves by the difference; no balance changes.
     *
     * Refused: `NotFound`, `BudgetWithoutLimits`, `BudgetNeverResets`, `TooManyDecimals`,
     * `NeedsApproval`, `AmountOutOfRange`.
     */
    update,
    /**
     * Removes a member. With member limits, the budget's `reset_amount` and `available_amount`
     * decrease by the member's. Refused: `NotFound`, `LastBudgetMember`.
     */
    remove,
  }
})

/** Members of budgets: "a budget member is a user who has been invited to a budget". */
export class BudgetMembers extends Context.Service<BudgetMembers, Effect.Success<typeof make>>()(
  "@outlay/domain/BudgetMembers",
) {
  static readonly layer = Layer.effect(BudgetMembers, make)
}
