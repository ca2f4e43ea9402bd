import type { OperationId } from "../operations.ts"
import * as shape from "./resources.ts"

/** A schema of a whole body, and the requirement that it encodes. */
export interface Shape {
  readonly requirement: string
  readonly schema: shape.JsonSchema
}

const each = (name: string, items: shape.JsonSchema): shape.JsonSchema => ({
  properties: { [name]: { items } },
})

const envelope: Shape = { requirement: "lists.envelope", schema: shape.envelope }

const list = (requirement: string, record: shape.JsonSchema): ReadonlyArray<Shape> => [
  envelope,
  { requirement, schema: each("results", record) },
]

/** A list of records whose fields the document does not show. */
const bareList = list("lists.envelope", shape.unshown)

const lineItems: Shape = {
  requirement: "line-items.shape",
  schema: each("line_items", shape.lineItem),
}

/**
 * Responses as far as the document shows them; an operation that is missing may return anything.
 */
export const answers: { readonly [operation in OperationId]?: ReadonlyArray<Shape> } = {
  "users.list": list("users.shape", shape.user),
  "users.get": [{ requirement: "users.shape", schema: shape.user }],
  "users.budget-members": list("budget-members.by-user.fields", shape.budgetMember),
  "transactions.list": [
    ...list("transactions.shape", shape.transaction),
    { requirement: lineItems.requirement, schema: each("results", lineItems.schema) },
  ],
  "transactions.get": [{ requirement: "transactions.shape", schema: shape.transaction }, lineItems],
  "budgets.list": list("budgets.shape", shape.budget),
  "budgets.get": [{ requirement: "budgets.shape", schema: shape.budget }],
  "budget-members.list": bareList,
  "budget-members.get": [{ requirement: "budget-members.get", schema: shape.unshown }],
  "topups.list": bareList,
  "member-topups.list": bareList,
  "statements.get": [
    { requirement: "statements.shape", schema: shape.statement },
    {
      requirement: "statements.daily-balances",
      schema: each("daily_balances", shape.dailyBalance),
    },
  ],
  "invites.list": list("invites.fields", shape.invite),
  "roles.list": [
    ...list("roles.shape", shape.role),
    {
      requirement: "roles.permission-shape",
      schema: each("results", each("permissions", shape.permission)),
    },
  ],
  "budget-owners.list": bareList,
  "custom-fields.list": bareList,
  "custom-field-options.list": bareList,
  "custom-field-budgets.list": bareList,
  "accounting-codes.list": bareList,
  "categories.list": bareList,
}

/** Requirements of formats that are separate from the record in which the format occurs. */
export const formatRequirements: { readonly [format: string]: string } = {
  "utc-date-time": "formats.timestamps",
  date: "formats.dates",
  fragment: "lists.fragments",
}
