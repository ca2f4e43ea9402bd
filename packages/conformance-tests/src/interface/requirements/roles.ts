import { requirementsOf } from "../requirement.ts"
import { derived, stated } from "./row.ts"

const section = "Role and Permission"

export const roles = requirementsOf("roles", [
  stated("roles.shape", section, {
    sentence:
      "Role: `id` (string uuid), `name` (string), `is_deletable` (boolean), `permissions` (array of Permission); all four are required.",
    sent: "Every response that lists roles.",
    accepted: "All four fields, of their types, on every role.",
  }),
  stated("roles.permission-shape", section, {
    sentence:
      "Permission: `resource` (string), `action` (enum `create`, `read`, `update`, `delete`); both required.",
    sent: "Every response that lists roles.",
    accepted: "Both fields, of their types, on every permission.",
  }),
  stated("roles.list", "Endpoints", {
    sentence:
      "| Roles | list roles of a business with their permissions (envelope, results are Role) | not shown |",
    sent: "Roles are listed.",
    accepted: "The roles that users of the business have, with permissions, each once.",
  }),
  derived("roles.of-users", "User", {
    sentence: "| role | string | Role name. |",
    sent: "Roles and users are listed.",
    accepted: "`role_id` of each user is a role of the business, and `role` its name.",
  }),
])
