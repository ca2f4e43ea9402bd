import type { BigDecimal } from "effect"
import type { Money } from "../money.ts"
import type { BudgetType } from "./budgets.ts"
import type { TaxRateRecord } from "./tax-rates.ts"
import type { SubUser } from "./users.ts"

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

/**
 * The life cycle: AUTHED → CLEARED → REFUNDED; AUTHED → REVERSED; DECLINED. Records show only
 * AUTHED and CLEARED.
 */
export const lifeCycleStatuses = ["AUTHED", "CLEARED", "REFUNDED", "REVERSED", "DECLINED"] as const
export type LifeCycleStatus = (typeof lifeCycleStatuses)[number]

export const expenseStatuses = ["COMPLETE", "INCOMPLETE_EXPENSE"] as const
export type ExpenseStatus = (typeof expenseStatuses)[number]

export const declineCodes = [
  "user_deleted",
  "budget_deleted",
  "not_a_member",
  "payment_type_not_allowed",
  "category_not_allowed",
  "insufficient_funds",
  "insufficient_wallet",
] as const
/** Why an authorisation is refused: "the first that holds", in this order. */
export type DeclineCode = (typeof declineCodes)[number]

/** What is said in a custom field, as it is sent and shown. */
export interface CustomFieldValue {
  readonly field_name: string
  readonly entry_text: string
}

/**
 * The same as it is kept: "a custom field's value belongs to the field: it shows the field's
 * present name, and after the field is deleted the name that it last had".
 */
export interface RecordedValue extends CustomFieldValue {
  /** The field that had the name when this was recorded; null: none, and it stays plain text. */
  readonly custom_field_id: string | null
  /** The name under which it was recorded. */
  readonly field_name: string
}

/**
 * A part of a transaction. Amounts are magnitudes in minor units of the business's own currency.
 */
export interface LineItem {
  readonly id: string
  readonly amount: Money
  readonly gst_amount: Money
  readonly category_id: string | null
  readonly description: string
  readonly custom_fields: ReadonlyArray<RecordedValue>
  readonly tax_rate_id: string | null
}

/** Money that moved: a card transaction, a bill, a deposit. */
export interface Transaction {
  readonly client_id: number
  readonly id: string
  /** The id that its source gave it; unique in the business. */
  readonly external_id: string
  readonly transaction_type: TransactionType
  readonly status: LifeCycleStatus
  readonly expense_status: ExpenseStatus
  readonly auth_date: string
  readonly cleared_date: string | null
  readonly merchant_name: string
  readonly currency: string
  /**
   * Signed minor units of the business's own currency: "positive for credits, negative for debits".
   */
  readonly amount: Money
  /** Signed minor units of `currency`. */
  readonly fx_amount: Money
  /** A magnitude, in minor units of the business's own currency. */
  readonly gst: Money
  readonly user_id: number | null
  readonly budget_id: string | null
  /** The membership it was charged to, or null. */
  readonly budget_member_id: number | null
  /** Which stint of that membership it was charged to, or null where there is no membership. */
  readonly member_stint: number | null
  /** "A charge belongs to one of [the budget's periods] for good": its number; null for none. */
  readonly period_number: number | null
  /**
   * The currency of the wallet that it moves: `currency`, or the business's own where there is no
   * such wallet.
   */
  readonly wallet_currency: string
  /** What came back so far, as magnitudes in the two currencies. */
  readonly refunded_amount: Money
  readonly refunded_fx_amount: Money
  /** How many movements it has: see `Movement`. */
  readonly movement_count: number
  /**
   * What its wallet held after the first of them, in the order of commit; null of a DECLINED one.
   */
  readonly balance_after: Money | null
  readonly decline_code: DeclineCode | null
  /** What the engine said of an authorisation, or null. */
  readonly explanation: string | null
  readonly attendees: ReadonlyArray<string>
  readonly receipt_urls: ReadonlyArray<string>
  readonly custom_fields: ReadonlyArray<RecordedValue>
  readonly line_items: ReadonlyArray<LineItem>
  readonly created: string
  readonly updated: string
}

/** A place among transactions in the order of lists: "by `auth_date` descending", ties by id. */
export type Place = Pick<Transaction, "auth_date" | "id">

/** "LineItemCategory: `id`, `name`, `code` (the mapped accounting code, or null)". */
export interface LineItemCategory {
  readonly id: string
  readonly name: string
  readonly code: string | null
}

export interface LineItemRecord
  extends Pick<LineItem, "id" | "amount" | "gst_amount" | "description"> {
  readonly custom_fields: ReadonlyArray<CustomFieldValue>
  readonly category: LineItemCategory | null
  /** "A TaxRate, or null if none resolved"; shown where the business has itemised tax. */
  readonly tax_rate: TaxRateRecord | null
}

/** A transaction as the interface shows it: with its budget, its user, its categories. */
export interface TransactionRecord
  extends Pick<
    Transaction,
    | "id"
    | "transaction_type"
    | "status"
    | "expense_status"
    | "auth_date"
    | "cleared_date"
    | "merchant_name"
    | "currency"
    | "amount"
    | "fx_amount"
    | "gst"
    | "attendees"
    | "receipt_urls"
    | "created"
    | "updated"
  > {
  readonly budget: {
    readonly id: string
    readonly name: string
    readonly budget_type: BudgetType
  } | null
  readonly user: SubUser | null
  readonly custom_fields: ReadonlyArray<CustomFieldValue>
  readonly line_items: ReadonlyArray<LineItemRecord>
}

export interface TransactionKey {
  readonly client_id: number
  readonly transaction_id: string
}

/** The statuses that the list can be asked for; "REVERSED answers to REFUNDED". */
export const filterStatuses = ["AUTHED", "CLEARED", "REFUNDED", "DECLINED"] as const
export type FilterStatus = (typeof filterStatuses)[number]

/** "Date bounds are whole UTC days, inclusive at both ends." What is absent filters nothing. */
export interface TransactionFilter {
  readonly min_auth_date?: string | undefined
  readonly max_auth_date?: string | undefined
  /** "A transaction with no cleared date matches no cleared bound." */
  readonly min_cleared_date?: string | undefined
  readonly max_cleared_date?: string | undefined
  readonly expense_status?: ExpenseStatus | undefined
  /** Any of these; absent or empty: "all but DECLINED". */
  readonly status?: ReadonlyArray<FilterStatus> | undefined
  /** A timestamp, exclusive. */
  readonly updated_after?: string | undefined
  readonly user_id?: number | undefined
  readonly budget_id?: string | undefined
  /** Any of these; absent or empty: all. */
  readonly transaction_type?: ReadonlyArray<TransactionType> | undefined
}

/** Amounts are magnitudes in the business's own currency. */
export interface LineItemInput {
  readonly amount: BigDecimal.BigDecimal
  readonly gst_amount?: BigDecimal.BigDecimal | undefined
  readonly category_id?: string | null | undefined
  readonly tax_rate_id?: string | null | undefined
  readonly description?: string | undefined
  readonly custom_fields?: ReadonlyArray<CustomFieldValue> | undefined
}

/** "A transaction as it happened elsewhere." */
export interface RecordTransaction {
  readonly external_id: string
  readonly transaction_type: TransactionType
  readonly status: Extract<LifeCycleStatus, "AUTHED" | "CLEARED" | "DECLINED">
  /** A timestamp. */
  readonly auth_date: string
  /** A timestamp; of a CLEARED one, `auth_date` when absent. */
  readonly cleared_date?: string | null | undefined
  readonly merchant_name: string
  /** Signed, in the business's own currency. */
  readonly amount: BigDecimal.BigDecimal
  /** ISO 4217; the business's own when absent. */
  readonly currency?: string | undefined
  /** Signed, in `currency`; needed where that is not the business's own. */
  readonly fx_amount?: BigDecimal.BigDecimal | undefined
  readonly gst?: BigDecimal.BigDecimal | undefined
  readonly user_id?: number | null | undefined
  readonly budget_id?: string | null | undefined
  readonly attendees?: ReadonlyArray<string> | undefined
  readonly line_items?: ReadonlyArray<LineItemInput> | undefined
  readonly receipt_urls?: ReadonlyArray<string> | undefined
  readonly custom_fields?: ReadonlyArray<CustomFieldValue> | undefined
}

/** A transaction that was recorded, or was there already: then nothing changed. */
export interface Recorded {
  readonly created: boolean
  readonly transaction: TransactionRecord
}

/** What a merchant asks for: amounts are more than 0. */
export interface AuthoriseTransaction {
  readonly external_id: string
  readonly user_id: number
  readonly budget_id: string
  /** In the business's own currency. */
  readonly amount: BigDecimal.BigDecimal
  /** ISO 4217; the business's own when absent. */
  readonly currency?: string | undefined
  /** In `currency`; needed where that is not the business's own. */
  readonly fx_amount?: BigDecimal.BigDecimal | undefined
  readonly merchant_name: string
  readonly category_id?: string | null | undefined
  /** A timestamp; now when absent. */
  readonly auth_date?: string | undefined
}

/** "→ 200 `{approved, decline_code, explanation, transaction}`." */
export interface Authorisation {
  readonly approved: boolean
  readonly decline_code: DeclineCode | null
  /** A sentence with the numbers. */
  readonly explanation: string
  readonly transaction: TransactionRecord
}

/**
 * Clearing, reversing or refunding: amounts are more than 0, magnitudes in the business's own
 * currency (`amount`) and in the transaction's (`fx_amount`).
 */
export interface MoveTransaction {
  /** A timestamp; now when absent. */
  readonly date?: string | undefined
  /** Absent: all there is, or in proportion to `fx_amount`. */
  readonly amount?: BigDecimal.BigDecimal | undefined
  /** "An omitted `fx_amount` is scaled in proportion, half-even, to the minor unit." */
  readonly fx_amount?: BigDecimal.BigDecimal | undefined
}

/** The expense part: what is named "replaces what was there"; null takes away. */
export interface UpdateTransaction {
  readonly merchant_name?: string | undefined
  readonly attendees?: ReadonlyArray<string> | undefined
  readonly line_items?: ReadonlyArray<LineItemInput> | undefined
  readonly receipt_urls?: ReadonlyArray<string> | undefined
  readonly custom_fields?: ReadonlyArray<CustomFieldValue> | undefined
  readonly gst?: BigDecimal.BigDecimal | undefined
  readonly budget_id?: string | null | undefined
  readonly user_id?: number | null | undefined
}
