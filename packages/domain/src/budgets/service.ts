import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type {
  BudgetFilter,
  BudgetKey,
  CreateBudget,
  PersonReference,
  UpdateBudget,
} from "../core/records/budgets.ts"
import { NotFound } from "../core/refusals.ts"
import { sightOf } from "../core/sight.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { callerPolicies } from "../policies/caller-policies.ts"
import { reassessmentRequest } from "../reassessments/service-request.ts"
import { decideBudget } from "./rules/creation.ts"
import { decideBudgetRemoval } from "./rules/removal.ts"
import { decideBudgetUpdate } from "./rules/update.ts"
import { resets } from "./service-resets.ts"
import { BudgetStore } from "./store.ts"

const reading = sightOf({ resource: "budgets", action: "read" })

const make = Effect.gen(function* () {
  const store = yield* BudgetStore
  const ids = yield* Ids
  const reassess = yield* reassessmentRequest
  const policiesOfCaller = yield* callerPolicies
  const { atomically } = yield* UnitOfWork

  const { catchUp, catchUpTo, catchUpAll, decideInPeriod } = yield* resets

  const list = Effect.fnUntraced(function* (
    client_id: number,
    filter: BudgetFilter,
    page: PageRequest,
  ) {
    yield* catchUpAll(client_id)
    return yield* store.page(client_id, filter, page, yield* reading)
  })

  const get = Effect.fnUntraced(function* (key: BudgetKey) {
    yield* catchUp(key)
    const budget = yield* store.get(key)
    return budget ?? (yield* new NotFound({ what: "budget", id: key.budget_id }))
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
      return yield* store.change(
        { client_id, budget_id: null, ...named([...budget.members, ...budget.owners]) },
        (context) => decideBudget(context, command),
      )
    },
    (work, client_id) => atomically(work, { client_id }),
  )

  const update = Effect.fn("Budgets.update")(function* (key: BudgetKey, patch: UpdateBudget) {
    const now = yield* currentTime
    const policies = yield* policiesOfCaller(key.client_id, key.budget_id)
    yield* catchUpTo(key, now)
    const answer = yield* store.change({ ...key, user_ids: [], invite_ids: [] }, (context) =>
      decideBudgetUpdate(context, key, patch, now, policies),
    )
    if (changesWhatIsAsked(patch)) yield* reassess(key.client_id)
    return answer
  }, atomically)

  const remove = Effect.fn("Budgets.remove")(function* (key: BudgetKey) {
    const now = yield* currentTime
    yield* catchUpTo(key, now)
    return yield* store.change({ ...key, user_ids: [], invite_ids: [] }, (context) =>
      decideBudgetRemoval(context, key, now),
    )
  }, atomically)

  return { catchUp, catchUpAll, decideInPeriod, list, get, create, update, remove }
})

/** Whether it may ask less of what is charged to the budget. */
const changesWhatIsAsked = ({ custom_fields, limit_categories, categories }: UpdateBudget) =>
  (custom_fields ?? limit_categories ?? categories) !== undefined

/** An id for a new budget, and for each member and owner. */
const newIds = Effect.fnUntraced(function* (ids: Ids["Service"], budget: CreateBudget) {
  return {
    id: yield* ids.uuid,
    member_ids: yield* Effect.forEach(budget.members, () => ids.integer("budget_members")),
    owner_ids: yield* ids.uuids(budget.owners.length),
  }
})

/** The users and invites that references name. */
export const named = (references: ReadonlyArray<PersonReference>) => ({
  user_ids: references.flatMap(({ user }) => (user === undefined ? [] : [user.id])),
  invite_ids: references.flatMap(({ invite }) => (invite === undefined ? [] : [invite.id])),
})

/** Budgets, their periods and their resets. */
export class Budgets extends Context.Service<Budgets, Effect.Success<typeof make>>()(
  "@outlay/domain/Budgets",
) {
  static readonly layer = Layer.effect(Budgets, make)
}
