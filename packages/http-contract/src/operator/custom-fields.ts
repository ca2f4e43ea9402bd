import { CustomField, type FieldMaker, fieldMakers } from "@outlay/domain/fields"
import { Schema } from "effect"
import {
  CreateCustomFieldOption,
  customFieldIsFreeText,
  customFieldOptionExists,
} from "../custom-field-options.ts"
import {
  custom_field_id,
  customField,
  customFieldExists,
  customFieldInUse,
  fieldChanges,
  newField,
} from "../custom-fields.ts"
import { bodyOf } from "../shared/body.ts"
import { endpoint, none, one } from "../shared/endpoint.ts"
import { client_id } from "../shared/path.ts"
import { notFound } from "../shared/problem.ts"
import { list } from "../shared/text.ts"

const makers = fieldMakers.filter(
  (maker): maker is Exclude<FieldMaker, "PUBLIC_API"> => maker !== "PUBLIC_API",
)

const options = Schema.optionalKey(list(CreateCustomFieldOption))

export const SyncCustomField = bodyOf(
  CustomField,
  {
    created_by: Schema.Literals(makers),
    ...newField,
    options,
  },
  {
    options: "Options of a LIST field. Replaces the whole set.",
  },
).annotate({
  identifier: "SyncCustomField",
  description: "Custom field synced by an accounting integration.",
  examples: [
    {
      created_by: "XERO",
      name: "Region",
      field_type: "LIST",
      budget_setting: "SOME",
      options: [{ text: "West" }],
    },
  ] as never,
})

export const UpdateSyncedCustomField = bodyOf(
  CustomField,
  { ...fieldChanges, options },
  {
    options: "Options of a LIST field. Replaces the whole set.",
  },
).annotate({
  identifier: "UpdateSyncedCustomField",
  description:
    "Fields to change; `options` replaces the set, and options with the same text keep their ids.",
  examples: [{ options: [{ text: "West" }, { text: "East" }] }] as never,
})

const all = "/operator/v1/businesses/{client_id}/sync/custom-fields"
const each = `${all}/{custom_field_id}` as const

export const syncedCustomFields = {
  create: endpoint({
    operation: "syncedCustomFields.create",
    method: "POST",
    path: all,
    access: "operator",
    summary: "Sync a custom field",
    description: "Creates a custom field managed by an integration, with its options.",
    params: { client_id },
    body: SyncCustomField,
    success: one(customField, 201),
    problems: [notFound, customFieldExists, customFieldIsFreeText, customFieldOptionExists],
  }),
  update: endpoint({
    operation: "syncedCustomFields.update",
    method: "PATCH",
    path: each,
    access: "operator",
    summary: "Update a synced custom field",
    description: "Changes a field that was not created through the API, and its options.",
    params: { client_id, custom_field_id },
    body: UpdateSyncedCustomField,
    success: one(customField),
    problems: [
      notFound,
      customFieldExists,
      customFieldInUse,
      customFieldIsFreeText,
      customFieldOptionExists,
    ],
  }),
  remove: endpoint({
    operation: "syncedCustomFields.remove",
    method: "DELETE",
    path: each,
    access: "operator",
    summary: "Delete a synced custom field",
    description:
      "Deletes a field that was not created through the API, with its options and links.",
    params: { client_id, custom_field_id },
    success: none,
    problems: [notFound],
  }),
}
