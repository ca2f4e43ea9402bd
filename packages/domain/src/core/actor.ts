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
 * Who acts: a token, with a role and optionally a user; the operator, who runs the service; or the
 * system, which acts without a request (a period that ends).
 */
export type Actor =
  | {
      readonly type: "token"
      /** The token or the session: a UUID, if the API may ever serve the data. */
      readonly token_id: string
      /** The user for whom it acts, or null. */
      readonly user_id: number | null
      readonly role_id: string
      /** Whether the role is Admin. Who is may decide any topup, and open closed books again. */
      readonly is_admin: boolean
    }
  | { readonly type: "operator" }
  | { readonly type: "system" }

/**
 * The person or program that runs the service. Provide it as `CurrentActor` in a program that
 * checks permissions itself.
 */
export const operator: Actor = { type: "operator" }
/** The service itself, for changes that nobody requested, such as the end of a period. */
export const system: Actor = { type: "system" }

/** The user for whom the actor acts, or null. */
export const actingUser = (actor: Actor): number | null =>
  actor.type === "token" ? actor.user_id : null

/** The token with which the actor acts, or null. */
export const actingToken = (actor: Actor): string | null =>
  actor.type === "token" ? actor.token_id : null
