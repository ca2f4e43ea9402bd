import { Schema } from "effect"
import { permissionActions, permissionResources } from "../actor.ts"
import { choice, client_id, flag, internal, listOf, text, timestamp, uuid } from "../fields.ts"

/** Permission of a role: one action on one type of resource. */
const Permission = Schema.Struct({
  resource: choice(permissionResources, "Type of resource."),
  action: choice(permissionActions, "Permitted action."),
}).annotate({
  identifier: "Permission",
  description: "Permission for one action on one type of resource.",
  examples: [{ resource: "budgets", action: "read" }],
})

/** Role: "`id`, `name`, `is_deletable`, `permissions`; all four are required". */
export const Role = Schema.Struct({
  client_id,
  id: uuid("Id of the role."),
  name: text("Name of the role; unique in the business."),
  is_deletable: flag("True if the role can be deleted; default roles cannot."),
  permissions: listOf(Permission, "Permissions of the role."),
  created: internal(timestamp("Creation time.")),
}).annotate({ identifier: "Role", description: "Role: a named set of permissions." })
export interface Role extends Schema.Schema.Type<typeof Role> {}

/** A role as other records refer to it. */
export const NamedRole = Schema.Struct({ id: Role.fields.id, name: Role.fields.name })
export interface NamedRole extends Schema.Schema.Type<typeof NamedRole> {}
