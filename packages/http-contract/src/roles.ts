import {
  type Role as DomainRole,
  permissionActions,
  permissionResources,
  RoleExceedsYours,
} from "@outlay/domain"
import { Schema } from "effect"
import { endpoint, pageOf } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { problem } from "./shared/problem.ts"
import { page } from "./shared/query.ts"

export const Permission = Schema.Struct({
  resource: Schema.Literals(permissionResources),
  action: Schema.Literals(permissionActions),
}).annotate({
  identifier: "Permission",
  description: "What a role allows: one action on one kind of resource.",
  examples: [{ resource: "budgets", action: "read" }],
})

export const Role = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  is_deletable: Schema.Boolean,
  permissions: Schema.Array(Permission),
}).annotate({
  identifier: "Role",
  description: "A named set of permissions.",
  examples: [
    {
      id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
      name: "Team Member",
      is_deletable: false,
      permissions: [{ resource: "budgets", action: "read" }],
    },
  ],
})

export const encodeRole = (role: DomainRole): typeof Role.Type => ({
  id: role.id,
  name: role.name,
  is_deletable: role.is_deletable,
  permissions: role.permissions,
})

export const roleExceedsYours = problem(RoleExceedsYours, {
  status: 403,
  title: "The role permits more than yours",
})

export const roles = {
  list: endpoint({
    operation: "roles.list",
    method: "GET",
    path: "/v1/businesses/{client_id}/roles",
    access: { resource: "roles", action: "read" },
    summary: "List roles",
    description: "The roles of the business with their permissions.",
    params: { client_id },
    query: page,
    success: pageOf(Role, encodeRole),
    problems: [],
  }),
}
