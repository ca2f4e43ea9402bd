import type { OperationId } from "../../../interface/operations.ts"
import { operations } from "../../../interface/operations.ts"
import { token, user } from "../../../interface/world/scenarios.ts"
import type { RoleSpec } from "../../../interface/world/spec.ts"
import { checksOf, type Json, type Trial } from "../../check.ts"
import { idOf, recordsOf } from "../steps.ts"
import { isLacking } from "./extensions.ts"
import { rowsOf, variant } from "./rows.ts"
import { strange } from "./unknown-ids.ts"

/** Permission resources of operations that differ from the beginning of their ids. */
const resources: { readonly [operation: string]: string } = {
  "users.budget-members": "budget_members",
  "member-topups.list": "topups",
  "member-topups.create": "topups",
  "custom-field-options.list": "custom_fields",
  "custom-field-options.create": "custom_fields",
  "custom-field-options.update": "custom_fields",
  "custom-field-options.remove": "custom_fields",
  "custom-field-budgets.list": "custom_fields",
  "custom-field-budgets.create": "custom_fields",
  "custom-field-budgets.remove": "custom_fields",
}
const actions = { GET: "read", POST: "create", PATCH: "update", PUT: "update", DELETE: "delete" }

/** Returns the permission of an operation: resource and action. */
const needed = (operation: OperationId): string => {
  const [noun = "", verb = ""] = operation.split(".")
  const resource = resources[operation] ?? noun.replaceAll("-", "_")
  const isDecision = ["approve", "decline", "cancel"].includes(verb) && noun === "topups"
  return `${resource} ${isDecision ? "update" : actions[operations[operation].method]}`
}

const roles: ReadonlyArray<RoleSpec> = ["admin", "reader", "manager", "least"]
const keyOf = (role: RoleSpec) => `as-${role}`

const everybody = variant(
  "permissions",
  {},
  ...roles.flatMap((role) => [user(keyOf(role), { role }), token(keyOf(role), { role })]),
)

const matrix = async (trial: Trial) => {
  const listed = await recordsOf(trial, "roles.list")
  for (const role of roles) {
    const found = listed.find((row) => row.id === idOf(trial, "roles", role))
    const held = (found?.permissions ?? []).map((one: Json) => `${one.resource} ${one.action}`)
    for (const operation of Object.keys(operations) as ReadonlyArray<OperationId>) {
      const { method } = operations[operation]
      const response = await trial.business.call(operation, {
        path: strange,
        as: keyOf(role),
        // A body that no operation accepts: it is refused for its shape, after the permission
        // check.
        ...(method === "GET" || method === "DELETE" ? {} : { body: { "no such field": 1 } }),
      })
      const permission = needed(operation)
      const may = held.includes(permission)
      if (!may && (await isLacking(trial, operation, response))) continue
      trial.expect(
        (response.status !== 403) === may,
        `${operation} as ${found?.name}: ${may ? "allowed" : "403"}, by ${permission}`,
        response,
      )
    }
  }
}

export const permissions = checksOf("settled", [
  ...rowsOf("permissions", [
    ["matrix", "every role may do what its permissions say, and nothing else", matrix, everybody],
  ]),
])
