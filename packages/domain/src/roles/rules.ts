import { Result } from "effect"
import {
  type Permission,
  type PermissionResource,
  permissionActions,
  permissionResources,
} from "../core/actor.ts"
import { type Caller, isPermission, permitsAll } from "../core/caller.ts"
import type { Role } from "../core/records/roles.ts"
import { RoleExceedsYours } from "./errors.ts"

/** "Every business is born with four roles that cannot be deleted." */
export const roleNames = ["Admin", "Accountant", "Manager", "Team Member"] as const
export type RoleName = (typeof roleNames)[number]

const reads = (resources: ReadonlyArray<PermissionResource>): ReadonlyArray<Permission> =>
  resources.map((resource) => ({ resource, action: "read" }))

const writes = (resources: ReadonlyArray<PermissionResource>): ReadonlyArray<Permission> =>
  resources.flatMap((resource) =>
    permissionActions.filter((action) => action !== "read").map((action) => ({ resource, action })),
  )

/**
 * Permissions of each of the four roles: "**Admin** (everything), **Accountant** (reads everything;
 * writes …) …".
 */
export const permissionsOf: Readonly<Record<RoleName, ReadonlyArray<Permission>>> = {
  Admin: [...reads(permissionResources), ...writes(permissionResources)],
  Accountant: [
    ...reads(permissionResources),
    ...writes(["custom_fields", "accounting_codes", "categories"]),
    { resource: "transactions", action: "update" },
  ],
  Manager: [
    ...reads(permissionResources.filter((resource) => resource !== "audit")),
    ...writes(["budgets", "budget_members", "budget_owners", "topups", "invites"]),
  ],
  "Team Member": reads([
    "roles",
    "users",
    "budgets",
    "budget_members",
    "categories",
    "custom_fields",
  ]),
}

/**
 * Returns true if a role equals the predefined one. Roles are never changed, and there are no
 * others.
 */
export const isAsBorn = ({ name, is_deletable, permissions }: Role): boolean => {
  const born = permissionsOf[name as RoleName] ?? null
  return (
    born !== null &&
    !is_deletable &&
    Array.isArray(permissions) &&
    permissions.length === born.length &&
    born.every((permission) => permissions.some((each) => isPermission(each, permission)))
  )
}

/** Returns true for the Admin role, which may approve any topup. */
export const isAdmin = ({ name, is_deletable }: Role): boolean => name === "Admin" && !is_deletable

/**
 * Restricts a role to the permissions of another one: "one that acts for a user never may more than
 * that user's present role". Returns one of the two if its permissions are a subset of the other's.
 */
export const clipped = (role: Role, bound: Role): Role => {
  if (role.id === bound.id) return role
  const permissions = role.permissions.filter((a) =>
    bound.permissions.some((b) => isPermission(a, b)),
  )
  if (permissions.length === role.permissions.length) return role
  if (permissions.length === bound.permissions.length) return bound
  return { ...role, name: `${role.name}, bounded by ${bound.name}`, permissions }
}

/** Refuses to grant a role with permissions that the caller does not have. */
export const decideGrant = (
  caller: Caller,
  role: Role,
  pointer: string,
): Result.Result<void, RoleExceedsYours> =>
  permitsAll(caller, role.permissions)
    ? Result.void
    : Result.fail(new RoleExceedsYours({ pointer, role: role.name }))
