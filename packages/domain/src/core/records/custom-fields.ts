import { Schema } from "effect"
import {
  choice,
  client_id,
  flag,
  internal,
  listOf,
  nullable,
  type Patch,
  text,
  times,
  uuid,
} from "../fields.ts"

export const fieldTypes = ["LIST", "FREE_TEXT"] as const
export type FieldType = (typeof fieldTypes)[number]

export const budgetSettings = ["NONE", "SOME", "ALL_CURRENT_AND_NEW"] as const
export type BudgetSetting = (typeof budgetSettings)[number]

export const fieldMakers = [
  "MANUAL",
  "PUBLIC_API",
  "XERO",
  "MYOB",
  "QUICKBOOKS",
  "NETSUITE",
  "BUSINESS_CENTRAL",
] as const
export type FieldMaker = (typeof fieldMakers)[number]

/** A dimension of a transaction, such as a cost centre. */
export const CustomField = Schema.Struct({
  client_id,
  id: uuid("Id of the custom field."),
  name: text("Name of the field; unique among fields that are not deleted."),
  field_type: choice(
    fieldTypes,
    "Type of value: LIST for one of the options, FREE_TEXT for any text.",
  ),
  budget_setting: choice(
    budgetSettings,
    "Budgets that show the field: none, the linked ones, or all current and new ones.",
  ),
  is_manager_only: flag("True if only managers can fill it in."),
  created_by: choice(fieldMakers, "Creator: a person, the API or an accounting integration."),
  /** A deleted field keeps its name, because values recorded under it still show the name. */
  is_deleted: internal(flag("True if the record is deleted.")),
  ...times,
}).annotate({
  identifier: "CustomField",
  description: "Custom field of transactions, such as a cost centre.",
})
export interface CustomField extends Schema.Schema.Type<typeof CustomField> {}

/** An option of a custom field of type LIST. */
export const CustomFieldOption = Schema.Struct({
  client_id,
  id: uuid("Id of the option."),
  custom_field_id: internal(uuid("Custom field of the option.")),
  text: text("Text of the option; unique in its field."),
  enabled: flag("True if the option can be chosen."),
  ...times,
}).annotate({
  identifier: "CustomFieldOption",
  description: "Option of a custom field of type LIST.",
})
export interface CustomFieldOption extends Schema.Schema.Type<typeof CustomFieldOption> {}

/** Link of a custom field to a budget, with the options available there; null for all. */
export const CustomFieldBudget = Schema.Struct({
  client_id,
  custom_field_id: uuid("Custom field."),
  budget_id: uuid("Linked budget."),
  allow_options: nullable(
    listOf(uuid(), "Option ids."),
    "Options available on the budget; null for all.",
  ),
})
export interface CustomFieldBudget extends Schema.Schema.Type<typeof CustomFieldBudget> {}

/** A budget that a custom field is linked to, as the interface shows it. */
export const LinkedBudget = Schema.Struct({
  custom_field_id: internal(uuid("Custom field.")),
  id: uuid("Id of the budget."),
  name: text("Name of the budget."),
}).annotate({
  identifier: "CustomFieldBudget",
  description: "Budget linked to a custom field.",
})
export interface LinkedBudget extends Schema.Schema.Type<typeof LinkedBudget> {}

export interface CustomFieldKey {
  readonly client_id: number
  readonly custom_field_id: string
}

export interface CustomFieldOptionKey extends CustomFieldKey {
  readonly option_id: string
}

export interface CustomFieldBudgetKey extends CustomFieldKey {
  readonly budget_id: string
}

/** "Create: `name`, `field_type`, `budget_setting` (default `ALL_CURRENT_AND_NEW`)." */
export interface CreateCustomField {
  readonly name: string
  readonly field_type: FieldType
  readonly budget_setting?: BudgetSetting | undefined
}

/** "PATCH: name, field_type, budget_setting; `is_manager_only` never changes." */
export interface UpdateCustomField extends Patch<CreateCustomField> {}

export interface CreateCustomFieldOption {
  readonly text: string
}

export interface UpdateCustomFieldOption {
  readonly text?: string | undefined
  readonly enabled?: boolean | undefined
}

/** "`{created_by, name, field_type, budget_setting?, options?: [{text}]}`." */
export interface SyncCustomField extends CreateCustomField {
  readonly created_by: FieldMaker
  readonly options?: ReadonlyArray<CreateCustomFieldOption> | undefined
}

/**
 * Changes of a sync by an integration. `options` replaces the set; options with the same text
 * remain.
 */
export interface UpdateSyncedCustomField extends Patch<Omit<SyncCustomField, "created_by">> {}
