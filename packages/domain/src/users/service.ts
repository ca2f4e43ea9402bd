import { Context, Effect, Layer } from "effect"
import { membershipsOfUser } from "../budget-members/looks.ts"
import { Budgets } from "../budgets/service.ts"
import { CurrentCaller } from "../core/caller.ts"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { MembershipRecord } from "../core/records/budget-members.ts"
import type { CreateUser, UpdateUser, UserFilter, UserKey } from "../core/records/users.ts"
import { sightOf } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import { DryRun, UnitOfWork } from "../core/unit-of-work.ts"
import { userById, userContext, userRemovalContext, usersByCreated } from "./looks.ts"
import { decideUser, decideUserUpdate } from "./rules/profile.ts"
import { decideLeaving, decideUserRemoval } from "./rules/removal.ts"

/**
 * Maximum number of memberships, and of topups, that one unit of work ends: a small limit, so that
 * others wait only briefly. Any excess ends first, in units of its own; if that is interrupted,
 * those remain ended, and the user is not deleted.
 */
export const DeparturesPerUnit = Context.Reference<number>("@outlay/domain/DeparturesPerUnit", {
  defaultValue: () => 250,
})

const budgetIdsOf = ({ results }: Page<MembershipRecord>): ReadonlyArray<string> =>
  results.map(({ budget }) => budget.id)

const make = Effect.gen(function* () {
  const store = yield* Store
  const budgets = yield* Budgets
  const ids = yield* Ids
  const { atomically, beforehand } = yield* UnitOfWork

  const list = (client_id: number, filter: UserFilter, page: PageRequest) =>
    store.read(client_id, usersByCreated(filter, page))

  const get = ({ client_id, user_id }: UserKey) =>
    existingIn(store.read(client_id, userById(user_id)), "user", user_id)

  const memberships = Effect.fnUntraced(function* (
    key: UserKey,
    filter: { readonly is_deleted?: boolean | undefined },
    page: PageRequest,
  ) {
    yield* get(key)
    const sight = yield* sightOf({ resource: "budget_members", action: "read" })
    const read = store.read(key.client_id, membershipsOfUser(key, filter, page, sight))
    return yield* budgets.readInPeriod(key.client_id, read, budgetIdsOf)
  })

  const create = Effect.fn("Users.create")(function* (client_id: number, user: CreateUser) {
    const id = yield* ids.integer("users")
    const command = { ...user, client_id, id, now: yield* currentTime }
    const look = userContext({ user_id: null, email: user.email, user_ids: [] })
    return yield* store.change(client_id, look, (context) => decideUser(context, command))
  })

  const update = Effect.fn("Users.update")(function* (key: UserKey, patch: UpdateUser) {
    const by = { now: yield* currentTime, caller: yield* CurrentCaller }
    const look = userContext({ ...key, email: null, user_ids: named(patch) })
    return yield* store.change(key.client_id, look, (context) =>
      decideUserUpdate(context, key, patch, by),
    )
  })

  /** Ends a part of the user's memberships and topups, in a unit of work of its own. */
  const leaveSome = Effect.fnUntraced(function* (key: UserKey) {
    const now = yield* currentTime
    yield* budgets.catchUpAll(key.client_id)
    const look = userRemovalContext({ ...key, maxRows: yield* DeparturesPerUnit })
    return yield* store.change(key.client_id, look, (context) => decideLeaving(context, key, now))
  }, atomically)

  /**
   * Ends memberships and topups in parts, until one unit can end the rest together with the user.
   */
  const leaveMost = Effect.fnUntraced(function* (key: UserKey) {
    for (;;) {
      const { more } = yield* leaveSome(key)
      if (!more) return
    }
  })

  const remove = Effect.fn("Users.remove")(function* (key: UserKey) {
    const now = yield* currentTime
    yield* budgets.catchUpAll(key.client_id)
    const look = userRemovalContext({ ...key, maxRows: yield* DeparturesPerUnit })
    const { more } = yield* store.change(key.client_id, look, (context) =>
      decideUserRemoval(context, key, now),
    )
    if (more && !(yield* DryRun)) yield* beforehand(leaveMost(key))
  }, atomically)

  return {
    /**
     * Returns the users of a business, oldest first; also deleted users, unless the filter excludes
     * them.
     */
    list,
    /** Returns a user, also after deletion. Refused: `NotFound`. */
    get,
    /**
     * Returns the budget memberships of a user, with their budgets; amounts are in minor units. A
     * caller without the permission gets only the memberships that they may see. Refused:
     * `NotFound` for the user.
     */
    memberships,
    /**
     * Creates an active user without an invite. Refused: `NotFound` for the business,
     * `UnknownReference` for the role, `UserExists`.
     */
    create,
    /**
     * Changes the given fields only: "role, payment types and/or delegation settings of an active
     * employee". Dates are UTC days, both inclusive.
     *
     * Refused: `NotFound`, `UnknownReference`, `RoleExceedsYours`, `OutOfOfficeNeedsDates`,
     * `OutOfOfficeEndsBeforeStart`, `DelegateIsSelf`, `DelegateOutOfOffice`, `FeatureUnavailable`,
     * `TooManyAssistants`, `RepeatedAssistant`, `ChainedAssistant`.
     */
    update,
    /**
     * Deletes a user: "ends memberships and ownerships (`is_deleted`), leaves every delegation,
     * cancels pending topups that the user requested". "A user's tokens are revoked when the user
     * is deleted." Refused: `NotFound`, `LastBudgetOwner`.
     */
    remove,
  }
})

/** Returns the users that a patch refers to. */
const named = ({ delegate_approver, expense_delegate }: UpdateUser): ReadonlyArray<number> => [
  ...new Set([
    ...(delegate_approver === undefined || delegate_approver === null ? [] : [delegate_approver]),
    ...(expense_delegate ?? []),
  ]),
]

/** Users: "update and delete active employees". */
export class Users extends Context.Service<Users, Effect.Success<typeof make>>()(
  "@outlay/domain/Users",
) {
  static readonly layer = Layer.effect(Users, make)
}
