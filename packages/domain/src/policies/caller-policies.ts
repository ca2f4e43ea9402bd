import { Effect } from "effect"
import { actingUser } from "../core/actor.ts"
import { answerTo } from "../core/questions.ts"
import type { Policy } from "../core/records/policies.ts"
import { sightOfUser } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import { CurrentActor } from "../core/unit-of-work.ts"
import { approvesFor } from "../rights/rules/budgets.ts"
import { RightsStore } from "../rights/store.ts"
import { coveringPolicies } from "./looks.ts"

const none: ReadonlyArray<Policy> = []

/**
 * Returns the policies that apply to the caller when funds are raised; none for "a caller who may
 * approve for that budget". If `budget_id` is null, the budget is new and "only an Admin may". No
 * policy applies to the operator and the system.
 */
export const callerPolicies = Effect.gen(function* () {
  const store = yield* Store
  const rights = yield* RightsStore
  return Effect.fnUntraced(function* (client_id: number, budget_id: string | null) {
    const actor = yield* CurrentActor
    if (actor.type !== "token" || actor.is_admin) return none
    const covering = yield* store.read(client_id, answerTo(coveringPolicies(budget_id)))
    const user_id = actingUser(actor)
    if (covering.length === 0 || budget_id === null || user_id === null) return covering
    const facts = yield* rights.ofBudget({
      ...{ client_id, budget_id, sight: yield* sightOfUser(user_id) },
      ...{ budget_member_id: null, topup_id: null },
    })
    return facts !== null && approvesFor(facts.ties) ? none : covering
  })
})
