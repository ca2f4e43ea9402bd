import { type BigDecimal, Schema } from "effect"
import {
  amount,
  choice,
  client_id,
  count,
  currencyCode,
  day,
  flag,
  integerId,
  internal,
  listOf,
  nullable,
  text,
  times,
  timestamp,
  urlOrPath,
  uuid,
} from "../fields.ts"
import { SubBudget } from "./budgets.ts"
import { TaxRateRecord } from "./tax-rates.ts"
import { SubUser } from "./users.ts"

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
/** Reason why an authorisation is declined: "the first that holds", in this order. */
export type DeclineCode = (typeof declineCodes)[number]

/** Value of a custom field, in requests and responses. */
export const CustomFieldValue = Schema.Struct({
  field_name: text("Name of the custom field."),
  entry_text: text("Value of the custom field."),
}).annotate({
  identifier: "CustomFieldValue",
  description: "Custom field value of a transaction or a line item.",
  examples: [{ field_name: "Project", entry_text: "Perth office" }],
})
export interface CustomFieldValue extends Schema.Schema.Type<typeof CustomFieldValue> {}

/**
 * Value of a custom field, as stored: "a custom field's value belongs to the field: it shows the
 * field's present name, and after the field is deleted the name that it last had".
 */
export const RecordedValue = Schema.Struct({
  /**
   * Field that had the name when the value was recorded. If it is null, there was none, and the
   * name is plain text.
   */
  custom_field_id: nullable(uuid(), "Custom field, or null."),
  field_name: text("Name under which it was recorded."),
  entry_text: text("Value of the custom field."),
})
export interface RecordedValue extends Schema.Schema.Type<typeof RecordedValue> {}

/** A part of a transaction. Amounts are unsigned, in minor units of the business's own currency. */
export const LineItem = Schema.Struct({
  id: uuid("Id of the line item."),
  amount: amount("Unsigned amount in the business's own currency."),
  gst_amount: amount("Tax included in the amount; unsigned, in the business's own currency."),
  category_id: nullable(uuid(), "Category, or null."),
  description: text("Description of the line item."),
  custom_fields: listOf(RecordedValue, "Custom field values."),
  tax_rate_id: nullable(uuid(), "Tax rate, or null."),
})
export interface LineItem extends Schema.Schema.Type<typeof LineItem> {}

/** A movement of money: a card transaction, a bill, a deposit. */
export const Transaction = Schema.Struct({
  client_id,
  id: uuid("Id of the transaction."),
  external_id: internal(text("Id assigned by the source; unique in the business.")),
  transaction_type: choice(transactionTypes, "Type of transaction."),
  status: choice(
    lifeCycleStatuses,
    "AUTHED for a hold or a reversed transaction, otherwise CLEARED.",
  ),
  expense_status: choice(expenseStatuses, "Completeness of the expense details."),
  auth_date: timestamp("Time of authorisation."),
  cleared_date: nullable(timestamp(), "Time of clearing; null if not cleared."),
  merchant_name: text("Merchant name."),
  currency: currencyCode("Currency charged by the merchant."),
  amount: amount(
    "Amount in the business's own currency: positive for credits, negative for debits.",
  ),
  fx_amount: amount("Amount in `currency`.", { field: "currency" }),
  gst: amount("Tax included in the amount; unsigned, in the business's own currency."),
  user_id: internal(nullable(integerId(), "User who made the purchase, or null.")),
  budget_id: internal(nullable(uuid(), "Budget that the transaction is charged to, or null.")),
  budget_member_id: internal(
    nullable(integerId(), "Membership that the transaction is charged to, or null."),
  ),
  /** Stint of that membership; null if there is no membership. */
  member_stint: internal(nullable(Schema.Int, "Stint of the membership, or null.")),
  /** "A charge belongs to one of [the budget's periods] for good": its number; null for none. */
  period_number: internal(nullable(Schema.Int, "Number of the budget period, or null.")),
  /**
   * Currency of the wallet that the transaction moves: `currency`, or that of the business if there
   * is no such wallet.
   */
  wallet_currency: internal(currencyCode("Currency of the wallet.")),
  refunded_amount: internal(amount("Unsigned amount refunded so far.")),
  refunded_fx_amount: internal(amount("Amount in `currency`.", { field: "currency" })),
  /** Number of movements; see `Movement`. */
  movement_count: internal(count("Number of movements.")),
  /** Wallet balance after the first movement, in the order of commit; null if DECLINED. */
  balance_after: internal(
    nullable(
      amount(undefined, { field: "wallet_currency" }),
      "Wallet balance after the first movement.",
    ),
  ),
  /** "Books it on that day and keeps the real date beside": null if it counts on its own day. */
  booked_on: internal(nullable(day(), "Day on which it counts instead of `auth_date`, or null.")),
  decline_code: internal(nullable(choice(declineCodes), "Decline reason, or null.")),
  explanation: internal(nullable(text(), "Explanation of the authorisation decision, or null.")),
  attendees: listOf(text(), "Names of the attendees."),
  receipt_urls: listOf(
    urlOrPath(),
    "Receipt URLs; a path points to a receipt stored by this service.",
  ),
  custom_fields: listOf(RecordedValue, "Custom field values."),
  line_items: listOf(LineItem, "Line items."),
  ...times,
}).annotate({
  identifier: "Transaction",
  description: "Transaction. `amount` is positive for credits, negative for debits.",
})
export interface Transaction extends Schema.Schema.Type<typeof Transaction> {}

/** Position of a transaction in the order of lists: "by `auth_date` descending", ties by id. */
export type Place = Pick<Transaction, "auth_date" | "id">

/** "LineItemCategory: `id`, `name`, `code` (the mapped accounting code, or null)". */
export const LineItemCategory = Schema.Struct({
  id: uuid("Id of the category."),
  name: text("Name of the category."),
  code: nullable(text(), "Mapped accounting code; null if none."),
}).annotate({
  identifier: "LineItemCategory",
  description: "Category of a line item, with its mapped accounting code.",
  examples: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3d", name: "Meals", code: "6-4200" }],
})
export interface LineItemCategory extends Schema.Schema.Type<typeof LineItemCategory> {}

export const LineItemRecord = Schema.Struct({
  id: LineItem.fields.id,
  amount: LineItem.fields.amount,
  gst_amount: LineItem.fields.gst_amount,
  category: nullable(LineItemCategory, "Category, or null."),
  custom_fields: listOf(CustomFieldValue, "Custom field values."),
  description: LineItem.fields.description,
  /** "A TaxRate, or null if none resolved"; present if the business has itemised tax. */
  tax_rate: nullable(
    TaxRateRecord,
    "Tax rate, or null; absent if the business has no itemised tax.",
  ),
}).annotate({
  identifier: "LineItem",
  description: "Line item of a transaction; amounts are unsigned, in the business's own currency.",
})
export interface LineItemRecord extends Schema.Schema.Type<typeof LineItemRecord> {}

/** A transaction as the interface shows it, with its budget, user and categories. */
export const TransactionRecord = Schema.Struct({
  id: Transaction.fields.id,
  cleared_date: Transaction.fields.cleared_date,
  auth_date: Transaction.fields.auth_date,
  merchant_name: Transaction.fields.merchant_name,
  attendees: Transaction.fields.attendees,
  budget: nullable(
    SubBudget.annotate({
      identifier: "TransactionBudget",
      description: "Budget that the transaction is charged to.",
    }),
    "Budget that the transaction is charged to, or null.",
  ),
  currency: Transaction.fields.currency,
  custom_fields: listOf(CustomFieldValue, "Custom field values."),
  fx_amount: Transaction.fields.fx_amount,
  amount: Transaction.fields.amount,
  gst: Transaction.fields.gst,
  expense_status: Transaction.fields.expense_status,
  status: Transaction.fields.status,
  transaction_type: Transaction.fields.transaction_type,
  user: nullable(SubUser, "User who made the purchase, or null."),
  line_items: listOf(LineItemRecord, "Line items."),
  receipt_urls: Transaction.fields.receipt_urls,
  ...times,
}).annotate({
  identifier: "Transaction",
  description: "Transaction. `amount` is positive for credits, negative for debits.",
})
export interface TransactionRecord extends Schema.Schema.Type<typeof TransactionRecord> {}

export interface TransactionKey {
  readonly client_id: number
  readonly transaction_id: string
}

/** Values of the status filter: "REVERSED answers to REFUNDED". */
export const filterStatuses = ["AUTHED", "CLEARED", "REFUNDED", "DECLINED"] as const
export type FilterStatus = (typeof filterStatuses)[number]

/** Values of the `sort` parameter: "`-` before it turns it", "ties by id". */
export const transactionSorts = [
  "auth_date",
  "-auth_date",
  "amount",
  "-amount",
  "merchant_name",
  "-merchant_name",
] as const
export type TransactionSort = (typeof transactionSorts)[number]

/** Filter for a value of a custom field, by the name that is shown. */
export interface FieldFilter {
  readonly name: string
  readonly text: string
  /** Custom fields that have the name, or had it last. */
  readonly ids: ReadonlyArray<string>
}

/** "Date bounds are whole UTC days, inclusive at both ends." An absent filter excludes nothing. */
export interface TransactionFilter {
  readonly min_auth_date?: string | undefined
  readonly max_auth_date?: string | undefined
  /** "A transaction with no cleared date matches no cleared bound." */
  readonly min_cleared_date?: string | undefined
  readonly max_cleared_date?: string | undefined
  readonly expense_status?: ExpenseStatus | undefined
  /** Any of these. If it is absent or empty: "all but DECLINED". */
  readonly status?: ReadonlyArray<FilterStatus> | undefined
  /** A timestamp, exclusive. */
  readonly updated_after?: string | undefined
  readonly user_id?: number | undefined
  readonly budget_id?: string | undefined
  /** Any of these; absent or empty: all. */
  readonly transaction_type?: ReadonlyArray<TransactionType> | undefined
  /** True for transactions with at least one receipt, false for those without. */
  readonly has_receipt?: boolean | undefined
  /** Text that the merchant name contains, in any case; see `fold`. */
  readonly search?: string | undefined
  /** Unsigned, in minor units of the business's own currency, inclusive. */
  readonly min_amount?: number | undefined
  readonly max_amount?: number | undefined
  /** Category of at least one line item. */
  readonly category_id?: string | undefined
  /**
   * True for transactions whose whole amount has categories: line items cover the amount, and each
   * has a category.
   */
  readonly has_category?: boolean | undefined
  /** Value of the transaction or of a line item. */
  readonly custom_field?: FieldFilter | undefined
  /** Defaults to `-auth_date`. */
  readonly sort?: TransactionSort | undefined
}

/**
 * The filter as it is requested: amounts are unsigned, in major units; name and text of a custom
 * field are "split at the first colon".
 */
export interface TransactionQuery
  extends Omit<TransactionFilter, "min_amount" | "max_amount" | "custom_field"> {
  readonly min_amount?: BigDecimal.BigDecimal | undefined
  readonly max_amount?: BigDecimal.BigDecimal | undefined
  readonly custom_field?: string | undefined
}

/** Amounts are unsigned, in the business's own currency. */
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
  /** A timestamp. For a CLEARED transaction it defaults to `auth_date`. */
  readonly cleared_date?: string | null | undefined
  readonly merchant_name: string
  /** Signed, in the business's own currency. */
  readonly amount: BigDecimal.BigDecimal
  /** ISO 4217; defaults to the currency of the business. */
  readonly currency?: string | undefined
  /** Signed, in `currency`; required if that is not the currency of the business. */
  readonly fx_amount?: BigDecimal.BigDecimal | undefined
  readonly gst?: BigDecimal.BigDecimal | undefined
  readonly user_id?: number | null | undefined
  readonly budget_id?: string | null | undefined
  readonly attendees?: ReadonlyArray<string> | undefined
  readonly line_items?: ReadonlyArray<LineItemInput> | undefined
  readonly receipt_urls?: ReadonlyArray<string> | undefined
  readonly custom_fields?: ReadonlyArray<CustomFieldValue> | undefined
}

/** A transaction that was recorded, or that already existed, in which case nothing changed. */
export interface Recorded {
  readonly created: boolean
  readonly transaction: TransactionRecord
}

/** Authorisation request of a merchant. Amounts are at least 0. */
export interface AuthoriseTransaction {
  readonly external_id: string
  readonly user_id: number
  readonly budget_id: string
  /** In the business's own currency. */
  readonly amount: BigDecimal.BigDecimal
  /** ISO 4217; defaults to the currency of the business. */
  readonly currency?: string | undefined
  /** In `currency`; required if that is not the currency of the business. */
  readonly fx_amount?: BigDecimal.BigDecimal | undefined
  readonly merchant_name: string
  readonly category_id?: string | null | undefined
  /** A timestamp; defaults to now. */
  readonly auth_date?: string | undefined
}

/** "→ 200 `{approved, decline_code, explanation, transaction}`." */
export const Authorisation = Schema.Struct({
  approved: flag("True if the authorisation is approved."),
  decline_code: nullable(choice(declineCodes), "Decline reason; null if approved."),
  explanation: text("Explanation of the decision, with amounts."),
  transaction: TransactionRecord,
}).annotate({
  identifier: "Authorisation",
  description: "Decision of the rules engine, with its reason and the recorded transaction.",
})
export interface Authorisation extends Schema.Schema.Type<typeof Authorisation> {}

/**
 * Clearing, reversal or refund. Amounts are greater than 0, in the business's own currency
 * (`amount`) and in the transaction's (`fx_amount`).
 */
export interface MoveTransaction {
  /** A timestamp; defaults to now. */
  readonly date?: string | undefined
  /** Defaults to the whole amount, or to the proportion of `fx_amount` if that is present. */
  readonly amount?: BigDecimal.BigDecimal | undefined
  /** "An omitted `fx_amount` is scaled in proportion, half-even, to the minor unit." */
  readonly fx_amount?: BigDecimal.BigDecimal | undefined
}

/**
 * Changes of the expense part: a field that is present "replaces what was there"; null removes the
 * value.
 */
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
