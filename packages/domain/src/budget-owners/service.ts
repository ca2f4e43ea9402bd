import { Context, Effect, Layer } from "effect"
import { Budgets, named } from "../budgets/service.ts"
import { Ids } from "../core/ids.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type { OwnerFilter, OwnerKey } from "../core/records/budget-owners.ts"
import type { BudgetKey, PersonReference } from "../core/records/budgets.ts"
import { sightOf } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import { ownerContext, ownersOfBudget } from "./looks.ts"
import { decideOwner, decideOwnerRemoval } from "./rules.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const budgets = yield* Budgets
  const ids = yield* Ids

  const list = Effect.fnUntraced(function* (
    key: BudgetKey,
    filter: OwnerFilter,
    page: PageRequest,
  ) {
    yield* budgets.get(key)
    const sight = yield* sightOf({ resource: "budget_owners", action: "read" })
    return yield* store.read(key.client_id, ownersOfBudget(key, filter, page, sight))
  })

  const create = Effect.fn("BudgetOwners.create")(function* (
    key: BudgetKey,
    person: PersonReference,
  ) {
    const command = {
      ...person,
      budget_id: key.budget_id,
      id: yield* ids.uuid,
      now: yield* currentTime,
    }
    const look = ownerContext({ ...key, ...named([person]) })
    return yield* store.change(key.client_id, look, (context) => decideOwner(context, command))
  })

  const remove = Effect.fn("BudgetOwners.remove")(function* (key: OwnerKey) {
    const now = yield* currentTime
    const look = ownerContext({ ...key, user_ids: [], invite_ids: [] })
    return yield* store.change(key.client_id, look, (context) =>
      decideOwnerRemoval(context, key, now),
    )
  })

  return {
    /**
     * Lists the owners of a budget, oldest first, including removed owners unless the filter
     * excludes them. Refused: `NotFound` for the budget.
     */
    list,
    /**
     * Adds a user or a pending invite as an owner. "Adding a budget owner who was removed earlier
     * reinstates the original owner record and creates no duplicate." Refused: `NotFound`,
     * `UnknownReference`, `AlreadyOwner`.
     */
    create,
    /**
     * Removes an owner. "A budget must always have at least one active owner." Refused: `NotFound`,
     * `LastBudgetOwner`.
     */
    remove,
  }
})

/**
 * Owners of budgets: "a user or a pending invite who can approve spend, top up and manage the
 * budget".
 */
export class BudgetOwners extends Context.Service<BudgetOwners, Effect.Success<typeof make>>()(
  "@outlay/domain/BudgetOwners",
) {
  static readonly layer = Layer.effect(BudgetOwners, make)
}
