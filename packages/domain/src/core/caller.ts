import { Context } from "effect"
import type { Permission } from "./actor.ts"

/**
 * What the caller may do: the permissions of a role, and what the user may "because of who the user
 * is". Programs without a token, the operator and the system may do everything.
 */
export interface Caller {
  /** The user for whom a token acts, or null. */
  readonly user_id: number | null
  /** What the role permits; null: everything. */
  readonly permissions: ReadonlyArray<Permission> | null
}

/** A caller without any limits. */
export const unrestricted: Caller = { user_id: null, permissions: null }

/** The caller whose permissions are checked. Without one, everything is permitted. */
export const CurrentCaller = Context.Reference<Caller>("@outlay/domain/CurrentCaller", {
  defaultValue: () => unrestricted,
})

export const isPermission = (a: Permission, b: Permission): boolean =>
  a.resource === b.resource && a.action === b.action

/** Whether the role has this permission. */
export const permits = ({ permissions }: Caller, permission: Permission): boolean =>
  permissions === null || permissions.some((_) => isPermission(_, permission))

/** Whether a caller has each of these permissions: "grants nothing that the caller lacks". */
export const permitsAll = (caller: Caller, granted: ReadonlyArray<Permission>): boolean =>
  granted.every((permission) => permits(caller, permission))
