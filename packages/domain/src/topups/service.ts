import { Context, Effect, Layer } from "effect"
import { BudgetMembers } from "../budget-members/service.ts"
import { Budgets } from "../budgets/service.ts"
import { actingUser } from "../shared/actor.ts"
import { Ids } from "../shared/ids.ts"
import { now } from "../shared/now.ts"
import type { PageRequest } from "../shared/page.ts"
import { CurrentActor, UnitOfWork } from "../shared/unit-of-work.ts"
import type { CreateTopup, TopupTarget } from "./model.ts"
import { type ActOnTopup, decideOnTopup, decideTopup } from "./rules.ts"
import { TopupStore } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* TopupStore
  const budgets = yield* Budgets
  const members = yield* BudgetMembers
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = Effect.fnUntraced(function* (target: TopupTarget, page: PageRequest) {
    if (target.budget_member_id === null) yield* budgets.get(target)
    else yield* members.get({ ...target, budget_member_id: target.budget_member_id })
    return yield* store.page(target, page)
  })

  const create = Effect.fn("Topups.create")(function* (target: TopupTarget, topup: CreateTopup) {
    const actor = yield* CurrentActor
    const command = { ...topup, target, actor, id: yield* ids.uuid, now: yield* now }
    yield* budgets.catchUp(target)
    return yield* store.change(
      { ...target, topup_id: null, user_id: actingUser(actor) },
      (context) => decideTopup(context, command),
    )
  }, atomically)

  const act = Effect.fn("Topups.act")(function* (
    action: ActOnTopup["action"],
    target: TopupTarget,
    topup_id: string,
  ) {
    const actor = yield* CurrentActor
    const command = { action, target, topup_id, actor, now: yield* now }
    yield* budgets.catchUp(target)
    return yield* store.change({ ...target, topup_id, user_id: actingUser(actor) }, (context) =>
      decideOnTopup(context, command),
    )
  }, atomically)

  return { list, create, act }
})

/** Topups of budgets and of budget members. */
export class Topups extends Context.Service<Topups, Effect.Success<typeof make>>()(
  "@outlay/domain/Topups",
) {
  static readonly layer = Layer.effect(Topups, make)
}
