import { Context, Effect, Layer } from "effect"
import { BudgetMembers } from "../budget-members/service.ts"
import { Budgets } from "../budgets/service.ts"
import { actingUser } from "../core/actor.ts"
import { CurrentCaller, permits } from "../core/caller.ts"
import { dayOf } from "../core/dates.ts"
import { Ids } from "../core/ids.ts"
import { now } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type { CreateTopup, DecideTopup, TopupFilter, TopupTarget } from "../core/records/topups.ts"
import { sightOf, sightOfUser } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import { CurrentActor, UnitOfWork } from "../core/unit-of-work.ts"
import { RightsStore } from "../rights/store.ts"
import { topupContext, topupsOfTarget } from "./looks.ts"
import { topupsOfBusiness } from "./looks-business.ts"
import { type ActOnTopup, decideOnTopup, decideTopup, type TopupContext } from "./rules.ts"

/**
 * Returns true if the caller may only request topups, because neither their role nor an ownership
 * lets them create one.
 */
const onlyAsks = Effect.fnUntraced(function* (
  rights: RightsStore["Service"],
  { client_id, budget_id }: TopupTarget,
) {
  const caller = yield* CurrentCaller
  if (permits(caller, { resource: "topups", action: "create" })) return false
  const facts = yield* rights.ofBudget({
    ...{ client_id, budget_id, sight: yield* sightOfUser(caller.user_id) },
    ...{ budget_member_id: null, topup_id: null },
  })
  return facts?.ties.owner !== true
})

const make = Effect.gen(function* () {
  const store = yield* Store
  const budgets = yield* Budgets
  const members = yield* BudgetMembers
  const rights = yield* RightsStore
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = Effect.fnUntraced(function* (target: TopupTarget, page: PageRequest) {
    if (target.budget_member_id === null) yield* budgets.get(target)
    else yield* members.get({ ...target, budget_member_id: target.budget_member_id })
    const sight = yield* sightOf({ resource: "topups", action: "read" })
    return yield* store.read(target.client_id, topupsOfTarget(target, page, sight))
  })

  const listOfBusiness = Effect.fnUntraced(function* (
    client_id: number,
    filter: TopupFilter,
    page: PageRequest,
  ) {
    const reader = {
      actor: yield* CurrentActor,
      today: dayOf(yield* now),
      sight: yield* sightOf({ resource: "topups", action: "read" }),
    }
    return yield* store.read(client_id, topupsOfBusiness(filter, page, reader))
  })

  const create = Effect.fn("Topups.create")(function* (target: TopupTarget, topup: CreateTopup) {
    const actor = yield* CurrentActor
    const asks = yield* onlyAsks(rights, target)
    const command = { ...topup, target, actor, asks, id: yield* ids.uuid, now: yield* now }
    const look = topupContext({ ...target, topup_id: null, user_id: actingUser(actor) })
    return yield* budgets.decideInPeriod(
      target,
      command.now,
      (decide) => store.change(target.client_id, look, decide),
      (context: TopupContext) => decideTopup(context, command),
    )
  }, atomically)

  const act = Effect.fn("Topups.act")(
    function* (
      action: ActOnTopup["action"],
      target: TopupTarget,
      topup_id: string,
      { reason }: DecideTopup = {},
    ) {
      const actor = yield* CurrentActor
      const command = { action, target, topup_id, reason, actor, now: yield* now }
      const look = topupContext({ ...target, topup_id, user_id: actingUser(actor) })
      return yield* budgets.decideInPeriod(
        target,
        command.now,
        (decide) => store.change(target.client_id, look, decide),
        (context: TopupContext) => decideOnTopup(context, command),
      )
    },
    (work, _, target) => atomically(work, target),
  )

  return {
    /**
     * Returns the topups of a budget or a member, newest first. Amounts are in minor units. A
     * caller without the permission gets only the topups that they may see or decide. Refused:
     * `NotFound` for the budget or the member.
     */
    list,
    /**
     * Returns "all topups of the business that the caller may see or decide, with `budget`,
     * `member` and `can_decide`"; newest first.
     */
    listOfBusiness,
    /**
     * Creates a topup; "`amount` (not 0; positive adds, negative takes away)" is in major units.
     * "No applicable policy: APPROVED at once, money moved in the same transaction. An applicable
     * policy …: PENDING, nothing moved."
     *
     * Refused: `NotFound`, `TopupNeedsMember`, `TopupNeedsBudget`, `TooManyDecimals`,
     * `InsufficientFunds`, `AmountOutOfRange`.
     */
    create,
    /**
     * Approves, declines or cancels a PENDING topup, with an optional reason that the topup shows.
     * "Approve and decline: an active owner of the budget, an owner's `delegate_approver` while
     * that owner is out of office, or an Admin, … and never the requester unless the requester is
     * the only one who could; cancel: the requester or an Admin."
     *
     * Refused: `NotFound`, `NotAnApprover`, `TopupNotPending`; on approval also `TopupNeedsMember`,
     * `TopupNeedsBudget`, `InsufficientFunds`, `AmountOutOfRange`.
     */
    act,
  }
})

/** Topups: they "increase or decrease the available amount of a budget or of a budget member". */
export class Topups extends Context.Service<Topups, Effect.Success<typeof make>>()(
  "@outlay/domain/Topups",
) {
  static readonly layer = Layer.effect(Topups, make)
}
