import type { Actor, Permission } from "../core/actor.ts"
import { type Caller, isPermission } from "../core/caller.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Role } from "../core/records/roles.ts"
import type { Token } from "../core/records/tokens.ts"
import { clipped, isAdmin } from "../roles/rules.ts"

/**
 * Who a valid token is: its business, the user for whom it acts, and what it permits: its role, but
 * never more than that user's present role.
 */
export interface Principal {
  readonly token: Token
  readonly business: Business
  readonly role: Role
}

/** What a store knows of a token that was presented. */
export interface Credential extends Principal {
  /** Whether the user for whom it acts is still there; true when it acts for nobody. */
  readonly has_user: boolean
  /** The present role of the user for whom it acts; null when it acts for nobody. */
  readonly user_role: Role | null
}

/** The principal, or null when the token is revoked or has expired, or its user is deleted. */
export const principalOf = (credential: Credential, now: string): Principal | null =>
  isValid(credential.token, now) && credential.has_user ? bounded(credential) : null

/** So that one credential is one principal for as long as it is remembered. */
const known = new WeakMap<Credential, Principal>()

/**
 * "One that acts for a user never may more than that user's present role": "a token may be made
 * with a role above its user's; it is then clipped to the user's". A session has that role itself.
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

/** On whose behalf a principal acts. */
export const actorOf = ({ token, role }: Principal): Actor => ({
  type: "token",
  token_id: token.id,
  user_id: token.user_id,
  role_id: role.id,
  is_admin: isAdmin(role),
})

/** What a principal is permitted, and as whom it may what its role does not permit. */
export const callerOf = ({ token, role }: Principal): Caller => ({
  user_id: token.user_id,
  permissions: role.permissions,
})
