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
