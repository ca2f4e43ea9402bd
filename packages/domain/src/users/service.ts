import { Context, Effect, Layer } from "effect"
import { Budgets } from "../budgets/service.ts"
import { CurrentCaller } from "../shared/caller.ts"
import { Ids } from "../shared/ids.ts"
import { now as currentTime } from "../shared/now.ts"
import type { PageRequest } from "../shared/page.ts"
import { NotFound } from "../shared/refusals.ts"
import { UnitOfWork } from "../shared/unit-of-work.ts"
import type { CreateUser, UpdateUser, UserFilter, UserKey } from "./model.ts"
import { decideUserRemoval } from "./removal.ts"
import { decideUser, decideUserUpdate } from "./rules.ts"
import { UserStore } from "./store.ts"

const make = Effect.gen(function* () {
  const store = yield* UserStore
  const budgets = yield* Budgets
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = (client_id: number, filter: UserFilter, page: PageRequest) =>
    store.page(client_id, filter, page)

  const get = Effect.fnUntraced(function* (key: UserKey) {
    const user = yield* store.get(key)
    return user ?? (yield* new NotFound({ what: "user", id: key.user_id }))
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

  return { list, get, create, update, remove }
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
