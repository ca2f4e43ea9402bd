import type { Business } from "../businesses/model.ts"
import type { Role } from "../roles/model.ts"
import { isAdmin } from "../roles/rules.ts"
import type { Actor, Permission } from "../shared/actor.ts"
import type { Token } from "./model.ts"

/**
 * Who a valid token is: its business, its role with the permissions, and the user for whom it acts.
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
}

/** The principal, or null when the token is revoked or has expired, or its user is deleted. */
export const principalOf = (credential: Credential, now: string): Principal | null =>
  isValid(credential.token, now) && credential.has_user ? credential : null

const isValid = ({ revoked_at, expires_at }: Token, now: string): boolean =>
  revoked_at === null && (expires_at === null || expires_at > now)

export const may = (principal: Principal, permission: Permission): boolean =>
  principal.role.permissions.some(
    (_) => _.resource === permission.resource && _.action === permission.action,
  )

/** On whose behalf a principal acts. */
export const actorOf = ({ token, role }: Principal): Actor => ({
  type: "token",
  token_id: token.id,
  user_id: token.user_id,
  role_id: role.id,
  is_admin: isAdmin(role),
})
