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
 * What each of the four roles allows: "**Admin** (everything), **Accountant** (reads everything;
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
 * Whether a role is as a business is born with it. Nothing changes roles, and nothing else makes
 * them.
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

/** Whether it is the Admin role, which may approve any topup. */
export const isAdmin = ({ name, is_deletable }: Role): boolean => name === "Admin" && !is_deletable

/**
 * What is left of a role where another one bounds it: "one that acts for a user never may more than
 * that user's present role". One of the two where it permits nothing that the other lacks.
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

/** Whether a caller may give this role to anyone. */
export const decideGrant = (
  caller: Caller,
  role: Role,
  pointer: string,
): Result.Result<void, RoleExceedsYours> =>
  permitsAll(caller, role.permissions)
    ? Result.void
    : Result.fail(new RoleExceedsYours({ pointer, role: role.name }))
