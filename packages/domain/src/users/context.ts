import type { BudgetMember } from "../core/records/budget-members.ts"
import type { BudgetOwner } from "../core/records/budget-owners.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Role } from "../core/records/roles.ts"
import type { Token } from "../core/records/tokens.ts"
import type { Topup } from "../core/records/topups.ts"
import type { User } from "../core/records/users.ts"

/** Data that a store loads under its lock before a user is created or changed. */
export interface UserContext {
  readonly business: Business | null
  /** Roles of the business. */
  readonly roles: ReadonlyArray<Role>
  /** Null for a new user, or if the user does not exist. */
  readonly user: User | null
  /** Active users with the address of the command, ignoring case; none if it has no address. */
  readonly namesakes: ReadonlyArray<User>
  /** Users that the command refers to, and the user's current `delegate_approver`. */
  readonly people: ReadonlyArray<User>
  /** Active users who have this one as `delegate_approver` or as an expense assistant. */
  readonly delegators: ReadonlyArray<User>
}

/** Data that a store loads under its lock before a user is deleted. */
export interface UserRemovalContext {
  readonly business: Business
  /** Roles of the business. */
  readonly roles: ReadonlyArray<Role>
  readonly user: User | null
  /** Active users who have this one as `delegate_approver` or as an expense assistant. */
  readonly delegators: ReadonlyArray<User>
  /** First active memberships of the user, by `created`. */
  readonly memberships: ReadonlyArray<BudgetMember>
  /** All active owners of each budget that the user owns, including the user, by `created`. */
  readonly owners: ReadonlyArray<BudgetOwner>
  /** Budgets of `memberships` and `owners`. */
  readonly budgets: ReadonlyArray<Budget>
  /**
   * First PENDING topups that the user requested, and those of `memberships`, without duplicates.
   */
  readonly pending_topups: ReadonlyArray<Topup>
  /** Users who requested those topups. */
  readonly requesters: ReadonlyArray<User>
  /** Tokens of the user that are not revoked. */
  readonly tokens: ReadonlyArray<Token>
  /**
   * True if the user has more memberships, or has requested more PENDING topups, than were loaded.
   */
  readonly more: boolean
}

/** Result of a deletion, or of a part of it. */
export interface Departure {
  /** True if something is left to end. */
  readonly more: boolean
}
