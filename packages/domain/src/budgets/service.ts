import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type {
  BudgetFilter,
  BudgetKey,
  CreateBudget,
  PersonReference,
  UpdateBudget,
} from "../core/records/budgets.ts"
import { sightOf } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { callerPolicies } from "../policies/caller-policies.ts"
import { reassessmentRequest } from "../reassessments/service-request.ts"
import { budgetById, budgetContext, budgetsByCreated } from "./looks.ts"
import { decideBudget } from "./rules/creation.ts"
import { decideBudgetRemoval } from "./rules/removal.ts"
import { decideBudgetUpdate } from "./rules/update.ts"
import { resets } from "./service-resets.ts"

const reading = sightOf({ resource: "budgets", action: "read" })

const make = Effect.gen(function* () {
  const store = yield* Store
  const ids = yield* Ids
  const reassess = yield* reassessmentRequest
  const policiesOfCaller = yield* callerPolicies
  const { atomically } = yield* UnitOfWork

  const { catchUp, catchUpTo, catchUpAll, readInPeriod, decideInPeriod } = yield* resets

  const list = (client_id: number, filter: BudgetFilter, page: PageRequest) =>
    Effect.flatMap(reading, (sight) => {
      const read = store.read(client_id, budgetsByCreated(filter, page, sight))
      return readInPeriod(client_id, read, ({ results }) => results.map(({ id }) => id))
    })

  const get = Effect.fnUntraced(function* (key: BudgetKey) {
    yield* catchUp(key)
    return yield* existingIn(store.read(key.client_id, budgetById(key)), "budget", key.budget_id)
  })

  const create = Effect.fn("Budgets.create")(
    function* (client_id: number, budget: CreateBudget) {
      const command = {
        ...budget,
        client_id,
        ...(yield* newIds(ids, budget)),
        policies: yield* policiesOfCaller(client_id, null),
        now: yield* currentTime,
      }
      const people = named([...budget.members, ...budget.owners])
      const look = budgetContext({ budget_id: null, ...people, option_ids: optionsOf(budget) })
      return yield* store.change(client_id, look, (context) => decideBudget(context, command))
    },
    (work, client_id) => atomically(work, { client_id }),
  )

  const update = Effect.fn("Budgets.update")(function* (key: BudgetKey, patch: UpdateBudget) {
    const now = yield* currentTime
    const policies = yield* policiesOfCaller(key.client_id, key.budget_id)
    yield* catchUpTo(key, now)
    const look = budgetContext({ ...key, ...noPeople, option_ids: optionsOf(patch) })
    const budget = yield* store.change(key.client_id, look, (context) =>
      decideBudgetUpdate(context, key, patch, now, policies),
    )
    if (changesWhatIsAsked(patch)) yield* reassess(key.client_id)
    return budget
  }, atomically)

  const remove = Effect.fn("Budgets.remove")(function* (key: BudgetKey) {
    const now = yield* currentTime
    yield* catchUpTo(key, now)
    const look = budgetContext({ ...key, ...noPeople, option_ids: [] })
    return yield* store.change(key.client_id, look, (context) =>
      decideBudgetRemoval(context, key, now),
    )
  }, atomically)

  return {
    /**
     * Resets a budget until it is in its current period. The other methods do this themselves. An
     * unknown budget is ignored.
     */
    catchUp,
    /**
     * Resets every budget of a business (null: of all businesses) until it is in its current
     * period. Returns the number of budgets that were due. Inside a unit of work, it counts only
     * the budgets that are reset in that unit.
     */
    catchUpAll,
    /**
     * Runs a read that shows budgets. The budgets of `idsOf`, and no others, are reset first, so
     * that they are in their current periods.
     */
    readInPeriod,
    /**
     * Runs `change` with `decide`, for services that change a budget. If the budget is due for a
     * reset at `now` (a UTC instant), resets it first. Fails if `decide` does.
     */
    decideInPeriod,
    /**
     * Lists the budgets of a business in their current periods, oldest first. A caller without the
     * permission gets only the budgets that they may see.
     */
    list,
    /**
     * Returns one budget in its current period, also after deletion. Amounts are in minor units;
     * the period is in UTC, and `current_period_end` is its last millisecond. Refused: `NotFound`.
     */
    get,
    /**
     * Creates a budget with its members and owners. Amounts are in major units of the currency of
     * the business; "the members' sum equals the budget's `reset_amount`". "A new budget has
     * `available_amount` = `reset_amount`, `spent_amount` = 0."
     *
     * Refused: `TooManyDecimals`, `ResetAmountRequired`, `ResetAmountNotAllowed`,
     * `MemberSumDiffers`, `NeedsApproval`, `UnknownReference`, `RepeatedPerson`,
     * `FieldNotLinkable`.
     */
    create,
    /**
     * Changes the given fields only. "A new `reset_amount` counts from the next reset;
     * `available_amount` is not touched"; it is in major units.
     *
     * Refused: `NotFound`, `TooManyDecimals`, `ResetAmountIsMemberSum`, `NeedsApproval`,
     * `BudgetWithoutMembers`, `UnknownReference`, `FieldNotLinkable`.
     */
    update,
    /**
     * Deletes a budget: "ends members and owners, cancels pending topups". No money moves. Refused:
     * `NotFound`.
     */
    remove,
  }
})

const noPeople = { user_ids: [], invite_ids: [] }

const optionsOf = ({ custom_fields = [] }: Pick<UpdateBudget, "custom_fields">) =>
  custom_fields.flatMap(({ allow_options }) => allow_options ?? [])

/** True if the change may reduce the requirements for expenses of the budget. */
const changesWhatIsAsked = ({ custom_fields, limit_categories, categories }: UpdateBudget) =>
  (custom_fields ?? limit_categories ?? categories) !== undefined

/** Creates ids for a new budget, its members and its owners. */
const newIds = Effect.fnUntraced(function* (ids: Ids["Service"], budget: CreateBudget) {
  return {
    id: yield* ids.uuid,
    member_ids: yield* Effect.forEach(budget.members, () => ids.integer("budget_members")),
    owner_ids: yield* ids.uuids(budget.owners.length),
  }
})

/** Returns the ids of the users and invites in references. */
export const named = (references: ReadonlyArray<PersonReference>) => ({
  user_ids: references.flatMap(({ user }) => (user === undefined ? [] : [user.id])),
  invite_ids: references.flatMap(({ invite }) => (invite === undefined ? [] : [invite.id])),
})

/**
 * Budgets and their resets: a reset "happens at the instant a period ends, whether or not anyone
 * looks".
 */
export class Budgets extends Context.Service<Budgets, Effect.Success<typeof make>>()(
  "@outlay/domain/Budgets",
) {
  static readonly layer = Layer.effect(Budgets, make)
}
