import {
  type Permission,
  type PermissionResource,
  permissionActions,
  permissionResources,
} from "../shared/actor.ts"
import type { Role } from "./model.ts"

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

/** Whether it is the Admin role, which may approve any topup. */
export const isAdmin = ({ name, is_deletable }: Role): boolean => name === "Admin" && !is_deletable
