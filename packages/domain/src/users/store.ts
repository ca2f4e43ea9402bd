import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import type { UserFilter, UserKey } from "../core/records/users.ts"
import { changeOf, Store } from "../core/store.ts"
import { userById, userContext, userRemovalContext, usersByCreated } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /** Deleted or not. */
  get: ({ client_id, user_id }: UserKey) => store.read(client_id, userById(user_id)),
  /** By `created` ascending, ties by id. */
  page: (client_id: number, filter: UserFilter, page: PageRequest) =>
    store.read(client_id, usersByCreated(filter, page)),
  /** Decides on what `userContext` looks at: see `Store`. */
  change: changeOf(store, userContext),
  /** The same for a deletion, which reaches further. */
  remove: changeOf(store, userRemovalContext),
}))

/** Keeps users. */
export class UserStore extends Context.Service<UserStore, Effect.Success<typeof make>>()(
  "@outlay/domain/UserStore",
) {
  static readonly layer = Layer.effect(UserStore, make)
}
