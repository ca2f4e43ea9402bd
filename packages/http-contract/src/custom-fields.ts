import { budgetSettings, CustomField, fieldTypes } from "@outlay/domain/fields"
import { CustomFieldExists, CustomFieldInUse, IntegrationManagesField } from "@outlay/domain/rules"
import { Schema } from "effect"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { text } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

const FieldType = Schema.Literals(fieldTypes)
const BudgetSetting = Schema.Literals(budgetSettings)

export const customField = wire(CustomField, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b80",
    name: "Cost centre",
    field_type: "LIST",
    budget_setting: "ALL_CURRENT_AND_NEW",
    is_manager_only: false,
    created_by: "PUBLIC_API",
    created: "2026-01-05T09:00:00.000Z",
    updated: "2026-01-05T09:00:00.000Z",
  },
})

/** Fields of a new custom field, for users and integrations. */
export const newField = {
  name: text(128, "Cost centre"),
  field_type: FieldType,
  budget_setting: Schema.optionalKey(BudgetSetting),
}

/** Fields of a custom field that can change. */
export const fieldChanges = {
  name: Schema.optionalKey(text(128, "Cost centre")),
  field_type: Schema.optionalKey(FieldType),
  budget_setting: Schema.optionalKey(BudgetSetting),
}

export const CreateCustomField = bodyOf(CustomField, newField).annotate({
  identifier: "CreateCustomField",
  description: "New custom field; `budget_setting` defaults to ALL_CURRENT_AND_NEW.",
  examples: [{ name: "Cost centre", field_type: "LIST" }] as never,
})

/** "Equal to what is there is taken; another is 400": no operation sets it to true. */
const managerOnly = Schema.optionalKey(Schema.Literal(false))

export const UpdateCustomField = bodyOf(
  CustomField,
  { ...fieldChanges, is_manager_only: managerOnly },
  { is_manager_only: "Cannot change: only the current value is accepted." },
).annotate({
  identifier: "UpdateCustomField",
  description: "Fields to change; only `budget_setting` if an integration manages the field.",
  examples: [{ budget_setting: "SOME" }] as never,
})

export const customFieldExists = problem(CustomFieldExists, "The custom field name is taken", {
  values: { custom_field_id: value.id, name: value.words },
})
export const customFieldInUse = problem(
  CustomFieldInUse,
  "The type of a field in use cannot change",
  { values: { what: value.oneOf("options", "recorded values") } },
)
export const integrationManagesField = problem(
  IntegrationManagesField,
  "The custom field is managed by an integration",
  { values: { created_by: value.words } },
)

export const custom_field_id = uuidId("Id of the custom field.")

const all = "/v1/businesses/{client_id}/custom-fields"
const each = `${all}/{custom_field_id}` as const

export const customFields = {
  list: endpoint({
    operation: "customFields.list",
    method: "GET",
    path: all,
    access: { resource: "custom_fields", action: "read" },
    summary: "List custom fields",
    description: "Returns the custom fields of the business, oldest first.",
    params: { client_id },
    query: page,
    success: pageOf(customField),
    problems: [],
  }),
  get: endpoint({
    operation: "customFields.get",
    method: "GET",
    path: each,
    access: { resource: "custom_fields", action: "read" },
    summary: "Get a custom field",
    description: "Returns one custom field. A deleted one is not found.",
    params: { client_id, custom_field_id },
    success: one(customField),
    problems: [notFound],
  }),
  create: endpoint({
    operation: "customFields.create",
    method: "POST",
    path: all,
    access: { resource: "custom_fields", action: "create" },
    summary: "Create a custom field",
    description:
      "Creates a custom field. Names are unique, ignoring case. Updates the `expense_status` of transactions.",
    params: { client_id },
    body: CreateCustomField,
    success: one(customField, 201),
    problems: [customFieldExists],
  }),
  update: endpoint({
    operation: "customFields.update",
    method: "PATCH",
    path: each,
    access: { resource: "custom_fields", action: "update" },
    summary: "Update a custom field",
    description:
      "Changes a custom field. Setting `budget_setting` to ALL_CURRENT_AND_NEW links every current and new budget, NONE unlinks all, and SOME leaves the links as they are. The type cannot change while options or recorded values exist.",
    params: { client_id, custom_field_id },
    body: UpdateCustomField,
    success: one(customField),
    problems: [notFound, integrationManagesField, customFieldExists, customFieldInUse],
  }),
  remove: endpoint({
    operation: "customFields.remove",
    method: "DELETE",
    path: each,
    access: { resource: "custom_fields", action: "delete" },
    summary: "Delete a custom field",
    description:
      "Deletes the field with its options and links. Values recorded on transactions remain.",
    params: { client_id, custom_field_id },
    success: none,
    problems: [notFound],
  }),
}
