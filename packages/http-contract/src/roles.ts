import { Role } from "@outlay/domain/fields"
import { RoleExceedsYours } from "@outlay/domain/rules"
import { endpoint, pageOf } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { problem } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

export const role = wire(Role, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
    name: "Team Member",
    is_deletable: false,
    permissions: [{ resource: "budgets", action: "read" }],
  },
})

export const roleExceedsYours = problem(RoleExceedsYours, "The role exceeds your permissions", {
  status: 403,
  values: { role: value.words },
})

export const roles = {
  list: endpoint({
    operation: "roles.list",
    method: "GET",
    path: "/v1/businesses/{client_id}/roles",
    access: { resource: "roles", action: "read" },
    summary: "List roles",
    description: "Returns the roles of the business with their permissions.",
    params: { client_id },
    query: page,
    success: pageOf(role),
    problems: [],
  }),
}
