import { permissionResources } from "./resources.ts"

export { permissionResources }

/** Type of resource that a permission is about. */
export type PermissionResource = (typeof permissionResources)[number]

export const permissionActions = ["create", "read", "update", "delete"] as const
export type PermissionAction = (typeof permissionActions)[number]

/** Permission of a role: one action on one type of resource. */
export interface Permission {
  readonly resource: PermissionResource
  readonly action: PermissionAction
}

/**
 * Author of a change: a token, with a role and optionally a user; the operator, who runs the
 * service; or the system, which acts without a request (at the end of a period).
 */
export type Actor =
  | {
      readonly type: "token"
      /** Id of the token or session. A UUID if the API will serve the data. */
      readonly token_id: string
      /** User for whom the token acts; null if it acts for none. */
      readonly user_id: number | null
      readonly role_id: string
      /** True if the role is Admin. An Admin may decide any topup and reopen closed books. */
      readonly is_admin: boolean
    }
  | { readonly type: "operator" }
  | { readonly type: "system" }

/**
 * The person or program that runs the service. Provide it as `CurrentActor` in a program that
 * checks permissions itself.
 */
export const operator: Actor = { type: "operator" }
/** The service itself, for changes that no one requested, such as the end of a period. */
export const system: Actor = { type: "system" }

/** Returns the user for whom the actor acts, or null. */
export const actingUser = (actor: Actor): number | null =>
  actor.type === "token" ? actor.user_id : null

/** Returns the id of the token with which the actor acts, or null. */
export const actingToken = (actor: Actor): string | null =>
  actor.type === "token" ? actor.token_id : null
