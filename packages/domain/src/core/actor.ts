import { permissionResources } from "./resources.ts"

export { permissionResources }

/** A kind of thing that a permission is about. */
export type PermissionResource = (typeof permissionResources)[number]

export const permissionActions = ["create", "read", "update", "delete"] as const
export type PermissionAction = (typeof permissionActions)[number]

/** What a role allows: one action on one kind of resource. */
export interface Permission {
  readonly resource: PermissionResource
  readonly action: PermissionAction
}

/**
 * Who acts. A token carries a role, and optionally the user for whom it acts; the operator runs the
 * service; the system acts by itself (a period that ends).
 */
export type Actor =
  | {
      readonly type: "token"
      readonly token_id: string
      readonly user_id: number | null
      readonly role_id: string
      readonly is_admin: boolean
    }
  | { readonly type: "operator" }
  | { readonly type: "system" }

/** Who runs the service: as `CurrentActor` of a program that knows by itself who may do what. */
export const operator: Actor = { type: "operator" }
/** What happens by itself, such as the end of a period: nobody asked for it. */
export const system: Actor = { type: "system" }

/** The user for whom the actor acts, or null. */
export const actingUser = (actor: Actor): number | null =>
  actor.type === "token" ? actor.user_id : null

/** The token with which the actor acts, or null. */
export const actingToken = (actor: Actor): string | null =>
  actor.type === "token" ? actor.token_id : null
