import { Context } from "effect"
import type { Permission } from "./actor.ts"

/**
 * Permissions of the caller: those of a role, and those that the user has
 * "because of who the user is". Programs without a token, the operator and the system may do
 * everything.
 */
export interface Caller {
  /** User for whom a token acts; null if there is none. */
  readonly user_id: number | null
  /** Permissions of the role; null permits everything. */
  readonly permissions: ReadonlyArray<Permission> | null
}

/** A caller without any limits. */
export const unrestricted: Caller = { user_id: null, permissions: null }

/** The caller whose permissions are checked. The default permits everything. */
export const CurrentCaller = Context.Reference<Caller>("@outlay/domain/CurrentCaller", {
  defaultValue: () => unrestricted,
})

export const isPermission = (a: Permission, b: Permission): boolean =>
  a.resource === b.resource && a.action === b.action

/** True if the caller has this permission. */
export const permits = ({ permissions }: Caller, permission: Permission): boolean =>
  permissions === null || permissions.some((_) => isPermission(_, permission))

/** True if the caller has all of these permissions: "grants nothing that the caller lacks". */
export const permitsAll = (caller: Caller, granted: ReadonlyArray<Permission>): boolean =>
  granted.every((permission) => permits(caller, permission))
