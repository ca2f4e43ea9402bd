import type { Business } from "../businesses/model.ts"
import type { Role } from "../roles/model.ts"
import type { User } from "./model.ts"

/** What a store loads, under its lock, before a user is created or changed. */
export interface UserContext {
  readonly business: Business | null
  /** The roles of the business. */
  readonly roles: ReadonlyArray<Role>
  /** Null when one is created, or when there is no such user. */
  readonly user: User | null
  /**
   * The active users who have the address of the command, in whichever case; none when it has none.
   */
  readonly namesakes: ReadonlyArray<User>
  /** The users that the command names, and the user's present `delegate_approver`. */
  readonly people: ReadonlyArray<User>
  /** The active users of whom this one is `delegate_approver`, or an expense assistant. */
  readonly delegators: ReadonlyArray<User>
}
