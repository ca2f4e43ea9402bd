import { Schema } from "effect"
import { permissionActions, permissionResources } from "../actor.ts"
import { choice, client_id, flag, internal, listOf, text, timestamp, uuid } from "../fields.ts"

/** What a role allows: one action on one kind of resource. */
const Permission = Schema.Struct({
  resource: choice(permissionResources, "The kind of resource."),
  action: choice(permissionActions, "What may be done with it."),
}).annotate({
  identifier: "Permission",
  description: "What a role allows: one action on one kind of resource.",
  examples: [{ resource: "budgets", action: "read" }],
})

/** Role: "`id`, `name`, `is_deletable`, `permissions`; all four are required". */
export const Role = Schema.Struct({
  client_id,
  id: uuid("The id of the role."),
  name: text("The name of the role; unique in the business."),
  is_deletable: flag("Whether it may be deleted: the roles of every business may not."),
  permissions: listOf(Permission, "What the role allows."),
  created: internal(timestamp("When it was created.")),
}).annotate({ identifier: "Role", description: "A named set of permissions." })
export interface Role extends Schema.Schema.Type<typeof Role> {}

/** A role as other records mention it. */
export const NamedRole = Schema.Struct({ id: Role.fields.id, name: Role.fields.name })
export interface NamedRole extends Schema.Schema.Type<typeof NamedRole> {}
