import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { UserFilter, UserKey, UserRecord } from "../core/records/users.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { UserContext, UserRemovalContext } from "./context.ts"

/** Which user changes (`user_id` null: a new one), and whom and what the command names. */
export interface UserChange {
  readonly client_id: number
  readonly user_id: number | null
  /** The address of a new user: the active users who have it are the `namesakes`. */
  readonly email: string | null
  /** The delegate and the assistants that the command names. */
  readonly user_ids: ReadonlyArray<number>
}

/** Who is to be deleted, and how many memberships and topups of theirs are loaded at most. */
export interface UserRemoval extends UserKey {
  readonly most: number
}

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
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
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
>()("@outlay/domain/UserStore") {}
