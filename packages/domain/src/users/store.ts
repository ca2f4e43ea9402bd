import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { UserFilter, UserKey, UserRecord } from "../core/records/users.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { UserContext, UserRemovalContext } from "./context.ts"
import {
  type UserChange,
  type UserRemoval,
  userById,
  userContext,
  userRemovalContext,
  usersByCreated,
} from "./looks.ts"

/** Keeps users. */
export class UserStore extends Context.Service<
  UserStore,
  {
    /** Deleted or not. */
    readonly get: (key: UserKey) => Effect.Effect<UserRecord | null, StorageUnavailable>
    /** By `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      filter: UserFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<UserRecord>, StorageUnavailable>
    /** Decides on what `userContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: UserChange,
      decide: Decide<UserContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
    /** The same for a deletion, which reaches further. */
    readonly remove: <A, E>(
      removal: UserRemoval,
      decide: Decide<UserRemovalContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/UserStore") {
  static readonly layer = Layer.effect(
    UserStore,
    Effect.map(Store, (store) => ({
      get: ({ client_id, user_id }) => store.read(client_id, userById(user_id)),
      page: (client_id, filter, request) => store.read(client_id, usersByCreated(filter, request)),
      change: (key, decide) => store.change(key.client_id, userContext(key), decide),
      remove: (key, decide) => store.change(key.client_id, userRemovalContext(key), decide),
    })),
  )
}
