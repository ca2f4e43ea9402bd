import { Context, Effect, Layer } from "effect"
import { BudgetMemberStore } from "../budget-members/store.ts"
import { Budgets } from "../budgets/service.ts"
import { CurrentCaller } from "../core/caller.ts"
import { Ids } from "../core/ids.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type { CreateUser, UpdateUser, UserFilter, UserKey } from "../core/records/users.ts"
import { NotFound } from "../core/refusals.ts"
import { sightOf } from "../core/sight.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { decideUser, decideUserUpdate } from "./rules/profile.ts"
import { decideUserRemoval } from "./rules/removal.ts"
import { UserStore } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* UserStore
  const members = yield* BudgetMemberStore
  const budgets = yield* Budgets
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = (client_id: number, filter: UserFilter, page: PageRequest) =>
    store.page(client_id, filter, page)

  const get = Effect.fnUntraced(function* (key: UserKey) {
    const user = yield* store.get(key)
    return user ?? (yield* new NotFound({ what: "user", id: key.user_id }))
  })

  /** The budgets that the user is a member of, as far as the one who asks may see them. */
  const memberships = Effect.fnUntraced(function* (
    key: UserKey,
    filter: { readonly is_deleted?: boolean | undefined },
    page: PageRequest,
  ) {
    yield* get(key)
    yield* budgets.catchUpAll(key.client_id)
    const sight = yield* sightOf({ resource: "budget_members", action: "read" })
    return yield* members.pageOfUser(key, filter, page, sight)
  })

  const create = Effect.fn("Users.create")(function* (client_id: number, user: CreateUser) {
    const id = yield* ids.integer("users")
    const command = { ...user, client_id, id, now: yield* currentTime }
    return yield* store.change(
      { client_id, user_id: null, email: user.email, user_ids: [] },
      (context) => decideUser(context, command),
    )
  })

  const update = Effect.fn("Users.update")(function* (key: UserKey, patch: UpdateUser) {
    const by = { now: yield* currentTime, caller: yield* CurrentCaller }
    return yield* store.change({ ...key, email: null, user_ids: named(patch) }, (context) =>
      decideUserUpdate(context, key, patch, by),
    )
  })

  const remove = Effect.fn("Users.remove")(function* (key: UserKey) {
    const now = yield* currentTime
    yield* budgets.catchUpAll(key.client_id)
    return yield* store.remove(key, (context) => decideUserRemoval(context, key, now))
  }, atomically)

  return { list, get, memberships, create, update, remove }
})

/** The users that a patch names. */
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
