import { Schema } from "effect"
import {
  choice,
  client_id,
  flag,
  internal,
  listOf,
  nullable,
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
  id: uuid("The id of the custom field."),
  name: text("The name of the field; unique among those that are not deleted."),
  field_type: choice(fieldTypes, "LIST: one of its options. FREE_TEXT: any text."),
  budget_setting: choice(
    budgetSettings,
    "The budgets that it shows on: none, those that are linked, or all, new ones too.",
  ),
  is_manager_only: flag("Whether only managers fill it in."),
  created_by: choice(fieldMakers, "Who made it: a person, the API, or an accounting system."),
  /** A deleted one keeps its name: it is the name of the values recorded under it. */
  is_deleted: internal(flag("Whether it was deleted.")),
  ...times,
}).annotate({
  identifier: "CustomField",
  description: "A dimension of transactions, such as a cost centre.",
})
export interface CustomField extends Schema.Schema.Type<typeof CustomField> {}

/** What may be chosen for a custom field of type LIST. */
export const CustomFieldOption = Schema.Struct({
  client_id,
  id: uuid("The id of the option."),
  custom_field_id: internal(uuid("The field that it is an option of.")),
  text: text("What the option says; unique in its field."),
  enabled: flag("Whether it may be chosen."),
  ...times,
}).annotate({
  identifier: "CustomFieldOption",
  description: "What may be chosen for a custom field of type LIST.",
})
export interface CustomFieldOption extends Schema.Schema.Type<typeof CustomFieldOption> {}

/**
 * That a custom field shows on a budget, and which of its options may be chosen there (null: all).
 */
export const CustomFieldBudget = Schema.Struct({
  client_id,
  custom_field_id: uuid("The custom field."),
  budget_id: uuid("The budget that it shows on."),
  allow_options: nullable(
    listOf(uuid(), "Ids of options."),
    "The options that may be chosen there; null: all.",
  ),
})
export interface CustomFieldBudget extends Schema.Schema.Type<typeof CustomFieldBudget> {}

/** A budget that a custom field is linked to, as the interface shows it. */
export const LinkedBudget = Schema.Struct({
  custom_field_id: internal(uuid("The custom field.")),
  id: uuid("The id of the budget."),
  name: text("The name of the budget."),
}).annotate({
  identifier: "CustomFieldBudget",
  description: "A budget that a custom field is linked to.",
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
export type UpdateCustomField = {
  readonly [K in keyof CreateCustomField]?: CreateCustomField[K] | undefined
}

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

/** What an integration's sync changes; `options` replaces the set, those of the same text stay. */
export interface UpdateSyncedCustomField extends UpdateCustomField {
  readonly options?: ReadonlyArray<CreateCustomFieldOption> | undefined
}
