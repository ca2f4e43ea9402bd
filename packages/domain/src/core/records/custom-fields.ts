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
export interface CustomField {
  readonly client_id: number
  readonly id: string
  readonly name: string
  readonly field_type: FieldType
  readonly budget_setting: BudgetSetting
  readonly is_manager_only: boolean
  readonly created_by: FieldMaker
  /** A deleted one keeps its name: it is the name of the values recorded under it. */
  readonly is_deleted: boolean
  readonly created: string
  readonly updated: string
}

export interface CustomFieldOption {
  readonly client_id: number
  readonly id: string
  readonly custom_field_id: string
  readonly text: string
  readonly enabled: boolean
  readonly created: string
  readonly updated: string
}

/**
 * That a custom field shows on a budget, and which of its options may be chosen there (null: all).
 */
export interface CustomFieldBudget {
  readonly client_id: number
  readonly custom_field_id: string
  readonly budget_id: string
  readonly allow_options: ReadonlyArray<string> | null
}

/** A budget that a custom field is linked to, as the interface shows it. */
export interface LinkedBudget {
  readonly custom_field_id: string
  readonly id: string
  readonly name: string
}

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
