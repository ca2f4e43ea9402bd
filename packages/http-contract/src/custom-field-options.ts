import { CustomFieldOption } from "@outlay/domain/fields"
import { CustomFieldIsFreeText, CustomFieldOptionExists } from "@outlay/domain/rules"
import { Schema } from "effect"
import { custom_field_id, integrationManagesField } from "./custom-fields.ts"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem } from "./shared/problem.ts"
import { page } from "./shared/query.ts"
import { text } from "./shared/text.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

export const customFieldOption = wire(CustomFieldOption, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b81",
    text: "Perth",
    enabled: true,
    created: "2026-01-05T09:00:00.000Z",
    updated: "2026-01-05T09:00:00.000Z",
  },
})

export const CreateCustomFieldOption = bodyOf(CustomFieldOption, {
  text: text(128, "Perth"),
}).annotate({
  identifier: "CreateCustomFieldOption",
  description: "New option; its text is unique in its field.",
  examples: [{ text: "Perth" }] as never,
})

export const UpdateCustomFieldOption = bodyOf(CustomFieldOption, {
  text: Schema.optionalKey(text(128, "Perth")),
  enabled: Schema.optionalKey(Schema.Boolean),
}).annotate({
  identifier: "UpdateCustomFieldOption",
  description: "Fields to change; only `enabled` if an integration manages the field.",
  examples: [{ enabled: false }] as never,
})

export const customFieldIsFreeText = problem(
  CustomFieldIsFreeText,
  "The field is free text and has no options",
  { values: { name: value.words } },
)
export const customFieldOptionExists = problem(
  CustomFieldOptionExists,
  "The option already exists",
  { values: { text: value.words } },
)

const option_id = uuidId("Id of the option.")

const all = "/v1/businesses/{client_id}/custom-fields/{custom_field_id}/options"
const each = `${all}/{option_id}` as const

export const customFieldOptions = {
  list: endpoint({
    operation: "customFieldOptions.list",
    method: "GET",
    path: all,
    access: { resource: "custom_fields", action: "read" },
    summary: "List the options of a custom field",
    description: "Returns the options of the field, oldest first.",
    params: { client_id, custom_field_id },
    query: page,
    success: pageOf(customFieldOption),
    problems: [notFound],
  }),
  create: endpoint({
    operation: "customFieldOptions.create",
    method: "POST",
    path: all,
    access: { resource: "custom_fields", action: "create" },
    summary: "Add an option to a custom field",
    description: "Adds an option to a LIST field that is not managed by an integration.",
    params: { client_id, custom_field_id },
    body: CreateCustomFieldOption,
    success: one(customFieldOption, 201),
    problems: [notFound, integrationManagesField, customFieldIsFreeText, customFieldOptionExists],
  }),
  get: endpoint({
    operation: "customFieldOptions.get",
    method: "GET",
    path: each,
    access: { resource: "custom_fields", action: "read" },
    summary: "Get an option of a custom field",
    description: "Returns one option of the field.",
    params: { client_id, custom_field_id, option_id },
    success: one(customFieldOption),
    problems: [notFound],
  }),
  update: endpoint({
    operation: "customFieldOptions.update",
    method: "PATCH",
    path: each,
    access: { resource: "custom_fields", action: "update" },
    summary: "Update an option of a custom field",
    description:
      "Changes the text or `enabled` of an option; only `enabled` if an integration manages the field.",
    params: { client_id, custom_field_id, option_id },
    body: UpdateCustomFieldOption,
    success: one(customFieldOption),
    problems: [notFound, integrationManagesField, customFieldOptionExists],
  }),
  remove: endpoint({
    operation: "customFieldOptions.remove",
    method: "DELETE",
    path: each,
    access: { resource: "custom_fields", action: "delete" },
    summary: "Delete an option of a custom field",
    description:
      "Removes an option from the field and from budgets. Refused if an integration manages the field.",
    params: { client_id, custom_field_id, option_id },
    success: none,
    problems: [notFound, integrationManagesField],
  }),
}
