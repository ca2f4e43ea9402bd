import type { Actor, Permission } from "../core/actor.ts"
import { type Caller, isPermission } from "../core/caller.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Role } from "../core/records/roles.ts"
import type { Token } from "../core/records/tokens.ts"
import { clipped, isAdmin } from "../roles/rules.ts"

/**
 * A valid token with its business and its role, which is never more than the current role of the
 * user for whom it acts.
 */
export interface Principal {
  readonly token: Token
  readonly business: Business
  readonly role: Role
}

/** Data that a store has about a token that was presented. */
export interface Credential extends Principal {
  /** True if the user for whom the token acts still exists, or if it acts for no user. */
  readonly has_user: boolean
  /** Current role of the user for whom the token acts; null if it acts for no user. */
  readonly user_role: Role | null
}

/**
 * Returns the principal; null if the token is revoked or has expired, or if its user is deleted.
 */
export const principalOf = (credential: Credential, now: string): Principal | null =>
  isValid(credential.token, now) && credential.has_user ? bounded(credential) : null

/** Cache, so that the same credential always yields the same principal. */
const known = new WeakMap<Credential, Principal>()

/**
 * "One that acts for a user never may more than that user's present role": "a token may be made
 * with a role above its user's; it is then clipped to the user's". A session has exactly the user's
 * role.
 */
const bounded = (credential: Credential): Principal => {
  const { user_role, role } = credential
  if (user_role === null) return credential
  const before = known.get(credential)
  if (before !== undefined) return before
  const bound = credential.token.kind === "SESSION" ? user_role : clipped(role, user_role)
  const principal = bound === role ? credential : { ...credential, role: bound }
  known.set(credential, principal)
  return principal
}

const isValid = ({ revoked_at, expires_at }: Token, now: string): boolean =>
  revoked_at === null && (expires_at === null || expires_at > now)

export const may = (principal: Principal, permission: Permission): boolean =>
  principal.role.permissions.some((_) => isPermission(_, permission))

/** Returns the actor of a principal. */
export const actorOf = ({ token, role }: Principal): Actor => ({
  type: "token",
  token_id: token.id,
  user_id: token.user_id,
  role_id: role.id,
  is_admin: isAdmin(role),
})

/** Returns the permissions of a principal, and the user whose own rights apply in addition. */
export const callerOf = ({ token, role }: Principal): Caller => ({
  user_id: token.user_id,
  permissions: role.permissions,
})
