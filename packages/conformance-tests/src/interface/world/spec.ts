/**
 * A business as data. A provisioner creates a new business from it in this order: wallets, users,
 * invites, codes, categories, fields, budgets, then transactions and topups in their order.
 * Entities refer to each other by `key`, which never reaches the target; the provisioner returns
 * the target's own id for each. Amounts are decimal text in major units.
 */
export interface BusinessSpec {
  readonly key: string
  readonly name: string
  readonly currency: string
  readonly features: { readonly expense_assistant: boolean; readonly itemised_tax: boolean }
  /** `MANUAL`, or the name of a connected integration; null if there is none. */
  readonly integration: null | "MANUAL" | "XERO"
  /** Additional wallets; the one of `currency` always exists. */
  readonly wallets: ReadonlyArray<string>
  readonly users: ReadonlyArray<UserSpec>
  readonly invites: ReadonlyArray<InviteSpec>
  readonly accounting_codes: ReadonlyArray<AccountingCodeSpec>
  readonly categories: ReadonlyArray<CategorySpec>
  readonly custom_fields: ReadonlyArray<CustomFieldSpec>
  readonly budgets: ReadonlyArray<BudgetSpec>
  readonly transactions: ReadonlyArray<TransactionSpec>
  readonly topups: ReadonlyArray<TopupSpec>
  readonly policies: ReadonlyArray<PolicySpec>
  readonly tokens: ReadonlyArray<TokenSpec>
}

/**
 * Rights of a role. A target maps each to its nearest role. An `admin` may do everything; a
 * `reader` may read everything that the interface shows; a `manager` may also change budgets,
 * topups and invites; `least` has as few rights as any role of the target.
 */
export type RoleSpec = "admin" | "reader" | "manager" | "least"
export type PaymentType = "bills" | "cards" | "reimbursements"

export interface UserSpec {
  readonly key: string
  readonly first_name: string
  readonly last_name: string
  readonly display_name?: string
  readonly email: string
  readonly role: RoleSpec
  readonly payment_types: ReadonlyArray<PaymentType>
  /** True if it is deleted after everything else was created. */
  readonly is_deleted?: boolean
  /** Keys of the users who are their expense assistants. */
  readonly expense_delegate?: ReadonlyArray<string>
}

export interface InviteSpec {
  readonly key: string
  readonly email: string
  readonly role: RoleSpec
  readonly payment_types: ReadonlyArray<PaymentType>
  /** If accepted: the user that it became, under this key. */
  readonly accepted?: {
    readonly user: string
    readonly first_name: string
    readonly last_name: string
  }
}

export interface AccountingCodeSpec {
  readonly key: string
  readonly code: string
  readonly name: string
}

export interface CategorySpec {
  readonly key: string
  readonly name: string
  /** Key of an accounting code. */
  readonly accounting_code?: string
}

export interface CustomFieldSpec {
  readonly key: string
  readonly name: string
  readonly field_type: "LIST" | "FREE_TEXT"
  /** Budgets that it belongs to: all, or those that name it. */
  readonly budget_setting: "ALL_CURRENT_AND_NEW" | "SOME" | "NONE"
  readonly created_by: "PUBLIC_API" | "XERO"
  readonly options: ReadonlyArray<{ readonly key: string; readonly text: string }>
}

export const resetPeriods = [
  "DAILY",
  "WEEKLY",
  "FORTNIGHTLY",
  "MONTHLY",
  "QUARTERLY",
  "ANNUALLY",
  "JULY_FINANCIAL_YEAR",
  "APRIL_FINANCIAL_YEAR",
  "NEVER",
] as const
export type ResetPeriod = (typeof resetPeriods)[number]

/** A user, or an invite, by key. */
export type PersonSpec = { readonly user: string } | { readonly invite: string }

export interface BudgetSpec {
  readonly key: string
  readonly name: string
  readonly budget_type: "BUDGET" | "SUBSCRIPTION"
  readonly reset_amount: string
  readonly reset_period: ResetPeriod
  readonly has_member_limits: boolean
  readonly rollover_funds: boolean
  /** Keys of categories; null if the budget does not limit them. */
  readonly categories: ReadonlyArray<string> | null
  /** Keys of linked custom fields with the setting `SOME`. */
  readonly custom_fields: ReadonlyArray<string>
  /**
   * Have `reset_amount` if and only if the budget has member limits; the amounts of the members who
   * are not deleted add up to the budget's own. Deleted members and owners were removed before the
   * first transaction. Those of a deleted budget end with it.
   */
  readonly members: ReadonlyArray<
    {
      readonly key: string
      readonly reset_amount?: string
      readonly is_deleted?: boolean
    } & PersonSpec
  >
  readonly owners: ReadonlyArray<
    { readonly key: string; readonly is_deleted?: boolean } & PersonSpec
  >
  readonly is_deleted?: boolean
}

export const transactionTypes = [
  "CARD_TRANSACTION",
  "CHARGE",
  "DEPOSIT_DIRECT_CREDIT",
  "DEPOSIT_DIRECT_DEBIT",
  "BILL",
  "REIMBURSEMENT",
  "EXTERNAL_TRANSFER",
  "MANUAL_TRANSFER",
  "CREDIT",
] as const
export type TransactionType = (typeof transactionTypes)[number]

export interface TransactionSpec {
  readonly key: string
  readonly transaction_type: TransactionType
  /**
   * Final state: REFUNDED is a cleared transaction that was refunded in full, at its cleared date
   * if a target knows when.
   */
  readonly status: "AUTHED" | "CLEARED" | "REFUNDED" | "DECLINED"
  /** UTC, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
  readonly auth_date: string
  /** Present if and only if the status is CLEARED or REFUNDED. */
  readonly cleared_date?: string
  readonly merchant_name: string
  /** In the business's currency, signed: negative for debits. */
  readonly amount: string
  /** Present, with `fx_amount`, if it differs from the business's currency. */
  readonly currency?: string
  readonly fx_amount?: string
  readonly gst: string
  readonly user?: string
  readonly budget?: string
  readonly attendees: ReadonlyArray<string>
  readonly receipt_urls: ReadonlyArray<string>
  readonly custom_fields: ReadonlyArray<{
    readonly field_name: string
    readonly entry_text: string
  }>
  readonly line_items: ReadonlyArray<LineItemSpec>
}

export interface LineItemSpec {
  /** Unsigned, like `gst_amount`. */
  readonly amount: string
  readonly gst_amount: string
  /** Key of a category of the specification. */
  readonly category?: string
  readonly description: string
  readonly custom_fields: ReadonlyArray<{
    readonly field_name: string
    readonly entry_text: string
  }>
}

/** An approved topup of a budget or (`member`) of a member, by key. */
export interface TopupSpec {
  readonly key: string
  readonly budget: string
  readonly member?: string
  readonly amount: string
  readonly description: string
}

/** Topups of this budget (null: all) above the amount (null: any) need approval. */
export interface PolicySpec {
  readonly key: string
  readonly name: string
  readonly budget: string | null
  readonly above_amount: string | null
}

/** A credential to create, under `key`. */
export interface TokenSpec {
  readonly key: string
  readonly role: RoleSpec
  /** Key of the user for whom it acts. */
  readonly user?: string
  readonly state: "valid" | "expired" | "revoked"
}
