import type { OperationId } from "../../../interface/operations.ts"
import type { Answer, Json, Trial } from "../../check.ts"
import { idOf } from "../steps.ts"
import { memberOf, newBudget, newInvite, peopleOf, pool, topup } from "./rows.ts"

export interface Write {
  readonly operation: OperationId
  readonly path: { readonly [name: string]: string }
  readonly body?: Json
}

/** Sends a write of one of the interface's own operations. */
export const send = (
  trial: Trial,
  { operation, ...call }: Write,
  more: Parameters<Trial["business"]["call"]>[1] = {},
): Promise<Answer> => trial.business.call(operation, { ...call, ...more })

const fieldOf = (trial: Trial) => ({ custom_field_id: idOf(trial, "custom_fields", "project") })

/** Every kind of creation, each of which works once in the office. */
export const creations = (trial: Trial): ReadonlyArray<Write> => {
  const [ann, bob] = peopleOf(trial, "ann", "bob")
  const field = fieldOf(trial)
  return [
    { operation: "invites.create", path: {}, body: newInvite(trial) },
    { operation: "budgets.create", path: {}, body: newBudget(trial) },
    { operation: "budget-members.create", path: pool(trial), body: bob },
    { operation: "budget-owners.create", path: pool(trial), body: ann },
    { operation: "member-topups.create", path: memberOf(trial, "ann"), body: topup },
    { operation: "accounting-codes.create", path: {}, body: { code: "9-9", name: "Nine" } },
    { operation: "categories.create", path: {}, body: { name: "Nine" } },
    {
      operation: "custom-fields.create",
      path: {},
      body: { name: "Region", field_type: "FREE_TEXT", budget_setting: "NONE" },
    },
    { operation: "custom-field-options.create", path: field, body: { text: "Darwin" } },
    {
      operation: "custom-field-budgets.create",
      path: field,
      body: { budget: pool(trial).budget_id },
    },
  ]
}

/** Changes of records that can be read individually, with the operation that reads them. */
export const changes = (
  trial: Trial,
): ReadonlyArray<readonly [write: Write, read: OperationId, field: string]> => [
  [
    {
      operation: "users.update",
      path: { user_id: idOf(trial, "users", "ann") },
      body: { payment_types: ["bills"] },
    },
    "users.get",
    "payment_types",
  ],
  [
    { operation: "budgets.update", path: pool(trial), body: { name: "Changed" } },
    "budgets.get",
    "name",
  ],
  [
    {
      operation: "budget-members.update",
      path: memberOf(trial, "ann"),
      body: { reset_amount: 400 },
    },
    "budget-members.get",
    "reset_amount",
  ],
  [
    { operation: "custom-fields.update", path: fieldOf(trial), body: { name: "Changed" } },
    "custom-fields.get",
    "name",
  ],
]

/** Changes of records that are read in lists. */
export const listedChanges = (trial: Trial): ReadonlyArray<Write> => [
  {
    operation: "categories.update",
    path: { category_id: idOf(trial, "categories", "gifts") },
    body: { name: "Changed" },
  },
  {
    operation: "custom-field-options.update",
    path: { ...fieldOf(trial), option_id: idOf(trial, "custom_field_options", "project.Perth") },
    body: { text: "Changed" },
  },
]

/** Every kind of removal, each of which is possible after those before it. */
export const removals = (trial: Trial): ReadonlyArray<Write> => {
  const field = fieldOf(trial)
  const option_id = idOf(trial, "custom_field_options", "project.Perth")
  const member = idOf(trial, "budget_members", "pool.ann")
  return [
    { operation: "users.remove", path: { user_id: idOf(trial, "users", "cat") } },
    { operation: "invites.cancel", path: { invite_id: idOf(trial, "invites", "kim") } },
    { operation: "budget-members.remove", path: { ...pool(trial), budget_member_id: member } },
    { operation: "custom-field-options.remove", path: { ...field, option_id } },
    { operation: "custom-fields.remove", path: field },
    {
      operation: "accounting-codes.remove",
      path: { accounting_code_id: idOf(trial, "accounting_codes", "one") },
    },
    {
      operation: "categories.remove",
      path: { category_id: idOf(trial, "categories", "gifts") },
    },
    { operation: "budgets.remove", path: pool(trial) },
  ]
}
