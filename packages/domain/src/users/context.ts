import type { BudgetMember } from "../core/records/budget-members.ts"
import type { BudgetOwner } from "../core/records/budget-owners.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Role } from "../core/records/roles.ts"
import type { Token } from "../core/records/tokens.ts"
import type { Topup } from "../core/records/topups.ts"
import type { User } from "../core/records/users.ts"

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

/** What a store loads, under its lock, before a user is deleted. */
export interface UserRemovalContext {
  readonly business: Business
  /** The roles of the business. */
  readonly roles: ReadonlyArray<Role>
  readonly user: User | null
  /** The active users of whom this one is `delegate_approver`, or an expense assistant. */
  readonly delegators: ReadonlyArray<User>
  /** The first of the user's active memberships, by `created`. */
  readonly memberships: ReadonlyArray<BudgetMember>
  /**
   * Every active owner of each budget that the user owns, the user's own ownerships among them, by
   * `created`.
   */
  readonly owners: ReadonlyArray<BudgetOwner>
  /** The budgets of `memberships` and `owners`. */
  readonly budgets: ReadonlyArray<Budget>
  /** The first PENDING topups that the user requested, and those of `memberships`; each once. */
  readonly pending_topups: ReadonlyArray<Topup>
  /** Who requested them. */
  readonly requesters: ReadonlyArray<User>
  /** The user's tokens that are not revoked. */
  readonly tokens: ReadonlyArray<Token>
  /** Whether the user has more memberships, or has requested more PENDING topups, than these. */
  readonly more: boolean
}

/** What became of a deletion, or of a part of it. */
export interface Departure {
  /** Whether something is left to end. */
  readonly more: boolean
}
