import type { Business } from "../businesses/model.ts"
import type { Role } from "../roles/model.ts"
import type { Permission } from "../shared/actor.ts"
import type { Token } from "./model.ts"

/**
 * Who a valid token is: its business, its role with the permissions, and the user for whom it acts.
 */
export interface Principal {
  readonly token: Token
  readonly business: Business
  readonly role: Role
}

export const may = (principal: Principal, permission: Permission): boolean =>
  principal.role.permissions.some(
    (_) => _.resource === permission.resource && _.action === permission.action,
  )
