import {
  budgetSettings,
  CustomField,
  CustomFieldExists,
  CustomFieldInUse,
  fieldTypes,
  IntegrationManagesField,
} from "@outlay/domain"
import { Schema } from "effect"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { text } from "./shared/text.ts"
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

/** What a new field is made of, whoever makes it. */
export const newField = {
  name: text(128, "Cost centre"),
  field_type: FieldType,
  budget_setting: Schema.optionalKey(BudgetSetting),
}

/** What may change of a field. */
export const fieldChanges = {
  name: Schema.optionalKey(text(128, "Cost centre")),
  field_type: Schema.optionalKey(FieldType),
  budget_setting: Schema.optionalKey(BudgetSetting),
}

export const CreateCustomField = bodyOf(CustomField, newField).annotate({
  identifier: "CreateCustomField",
  description: "A new custom field; `budget_setting` is ALL_CURRENT_AND_NEW unless said.",
  examples: [{ name: "Cost centre", field_type: "LIST" }] as never,
})

export const UpdateCustomField = bodyOf(CustomField, fieldChanges).annotate({
  identifier: "UpdateCustomField",
  description: "What changes: of an integration's field only `budget_setting`.",
  examples: [{ budget_setting: "SOME" }] as never,
})

export const customFieldExists = problem(CustomFieldExists, {
  status: 400,
  title: "Another custom field has the name",
})
export const customFieldInUse = problem(CustomFieldInUse, {
  status: 400,
  title: "The type of a field in use stays",
})
export const integrationManagesField = problem(IntegrationManagesField, {
  status: 400,
  title: "An integration manages the custom field",
})

export const custom_field_id = uuidId("The id of the custom field.")

const all = "/v1/businesses/{client_id}/custom-fields"
const each = `${all}/{custom_field_id}` as const

export const customFields = {
  list: endpoint({
    operation: "customFields.list",
    method: "GET",
    path: all,
    access: { resource: "custom_fields", action: "read" },
    summary: "List custom fields",
    description: "The custom fields of the business, the oldest first.",
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
    description: "One custom field; a deleted one is gone.",
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
      "Creates a custom field; no other may have its name, in any case. The `expense_status` of transactions follows.",
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
    summary: "Change a custom field",
    description:
      "Turning `budget_setting` to ALL_CURRENT_AND_NEW links every current and later budget, to NONE unlinks all, to SOME keeps what is linked. The type stays while options or recorded values exist.",
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
    description: "Removes its options and links; values recorded on transactions stay.",
    params: { client_id, custom_field_id },
    success: none,
    problems: [notFound],
  }),
}
