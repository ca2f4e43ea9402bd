type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/**
 * Method and path of an operation; the path is relative to the base address, with `{…}` parameters.
 */
export interface Operation {
  readonly method: Method
  readonly path: string
  /** True if the document shows method and path. If not, a binding file may change them. */
  readonly shown: boolean
}

const of = (method: Method, path: string, shown: boolean): Operation => ({ method, path, shown })
const v1 = "/v1/businesses/{client_id}"
const budget = `${v1}/budgets/{budget_id}`
const member = `${budget}/members/{budget_member_id}`
const field = `${v1}/custom-fields/{custom_field_id}`

/**
 * Operations by id, with their default binding: those in the document's table, and those of the
 * groups "whose methods, paths and bodies are not shown", which a binding file may move.
 */
export const operations = {
  "users.list": of("GET", `${v1}/users`, true),
  "users.get": of("GET", `${v1}/users/{user_id}`, true),
  "users.update": of("PATCH", `${v1}/users/{user_id}`, true),
  "users.remove": of("DELETE", `${v1}/users/{user_id}`, true),
  "users.budget-members": of("GET", `${v1}/users/{user_id}/budget-members`, true),
  "transactions.list": of("GET", "/v2/businesses/{client_id}/transactions", true),
  "transactions.get": of("GET", "/v2/businesses/{client_id}/transactions/{transaction_id}", true),
  "budgets.list": of("GET", `${v1}/budgets`, true),
  "budgets.get": of("GET", budget, true),
  "budget-members.list": of("GET", `${budget}/members`, true),
  "budget-members.get": of("GET", member, true),
  "topups.list": of("GET", `${budget}/topups`, true),
  "topups.create": of("POST", `${budget}/topups`, true),
  "member-topups.list": of("GET", `${member}/topups`, true),
  "member-topups.create": of("POST", `${member}/topups`, true),
  "statements.get": of("GET", `${v1}/statements`, true),
  "balances.get": of("GET", `${v1}/balance`, true),
  "invites.list": of("GET", `${v1}/invites`, false),
  "invites.create": of("POST", `${v1}/invites`, false),
  "invites.cancel": of("DELETE", `${v1}/invites/{invite_id}`, false),
  "roles.list": of("GET", `${v1}/roles`, false),
  "budget-owners.list": of("GET", `${budget}/owners`, false),
  "budget-owners.create": of("POST", `${budget}/owners`, false),
  "budget-owners.remove": of("DELETE", `${budget}/owners/{budget_owner_id}`, false),
  "custom-fields.list": of("GET", `${v1}/custom-fields`, false),
  "custom-fields.create": of("POST", `${v1}/custom-fields`, false),
  "custom-fields.get": of("GET", field, false),
  "custom-fields.update": of("PATCH", field, false),
  "custom-fields.remove": of("DELETE", field, false),
  "custom-field-options.list": of("GET", `${field}/options`, false),
  "custom-field-options.create": of("POST", `${field}/options`, false),
  "custom-field-options.update": of("PATCH", `${field}/options/{option_id}`, false),
  "custom-field-options.remove": of("DELETE", `${field}/options/{option_id}`, false),
  "custom-field-budgets.list": of("GET", `${field}/budgets`, false),
  "custom-field-budgets.create": of("POST", `${field}/budgets`, false),
  "custom-field-budgets.remove": of("DELETE", `${field}/budgets/{budget_id}`, false),
  "accounting-codes.list": of("GET", `${v1}/accounting-codes`, false),
  "accounting-codes.create": of("POST", `${v1}/accounting-codes`, false),
  "accounting-codes.remove": of("DELETE", `${v1}/accounting-codes/{accounting_code_id}`, false),
  "categories.list": of("GET", `${v1}/categories`, false),
  "categories.create": of("POST", `${v1}/categories`, false),
  "categories.update": of("PATCH", `${v1}/categories/{category_id}`, false),
  "categories.remove": of("DELETE", `${v1}/categories/{category_id}`, false),
  // Settled in addition to the document: only the profile `settled` and the tenancy matrix call
  // them.
  "budgets.create": of("POST", `${v1}/budgets`, false),
  "budgets.update": of("PATCH", budget, false),
  "budgets.remove": of("DELETE", budget, false),
  "budget-members.create": of("POST", `${budget}/members`, false),
  "budget-members.update": of("PATCH", member, false),
  "budget-members.remove": of("DELETE", member, false),
  "topups.approve": of("POST", `${budget}/topups/{topup_id}/approve`, false),
  "topups.decline": of("POST", `${budget}/topups/{topup_id}/decline`, false),
  "topups.cancel": of("POST", `${budget}/topups/{topup_id}/cancel`, false),
  "categories.map": of("PUT", `${v1}/categories/{category_id}/accounting-code`, false),
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations
