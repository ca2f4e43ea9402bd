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
/** Why an authorisation is refused: "the first that holds", in this order. */
export type DeclineCode = (typeof declineCodes)[number]

/** What is said in a custom field, as it is sent and shown. */
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
 * The same as it is kept: "a custom field's value belongs to the field: it shows the field's
 * present name, and after the field is deleted the name that it last had".
 */
export const RecordedValue = Schema.Struct({
  /** The field that had the name when this was recorded; null: none, and it stays plain text. */
  custom_field_id: nullable(uuid(), "Custom field, or null."),
  field_name: text("Name under which it was recorded."),
  entry_text: text("Value of the custom field."),
})
export interface RecordedValue extends Schema.Schema.Type<typeof RecordedValue> {}

/**
 * A part of a transaction. Amounts are magnitudes in minor units of the business's own currency.
 */
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

/** Money that moved: a card transaction, a bill, a deposit. */
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
  /** Which stint of that membership it was charged to, or null where there is no membership. */
  member_stint: internal(nullable(Schema.Int, "Stint of the membership, or null.")),
  /** "A charge belongs to one of [the budget's periods] for good": its number; null for none. */
  period_number: internal(nullable(Schema.Int, "Number of the budget period, or null.")),
  /**
   * The currency of the wallet that it moves: `currency`, or the business's own where there is no
   * such wallet.
   */
  wallet_currency: internal(currencyCode("Currency of the wallet.")),
  refunded_amount: internal(amount("Unsigned amount refunded so far.")),
  refunded_fx_amount: internal(amount("Amount in `currency`.", { field: "currency" })),
  /** How many movements it has: see `Movement`. */
  movement_count: internal(count("Number of movements.")),
  /**
   * What its wallet held after the first of them, in the order of commit; null of a DECLINED one.
   */
  balance_after: internal(
    nullable(
      amount(undefined, { field: "wallet_currency" }),
      "Wallet balance after the first movement.",
    ),
  ),
  /** "Books it on that day and keeps the real date beside": null where it counts on its own. */
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

/** A place among transactions in the order of lists: "by `auth_date` descending", ties by id. */
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
  /** "A TaxRate, or null if none resolved"; shown where the business has itemised tax. */
  tax_rate: nullable(
    TaxRateRecord,
    "Tax rate, or null; absent if the business has no itemised tax.",
  ),
}).annotate({
  identifier: "LineItem",
  description: "Line item of a transaction; amounts are unsigned, in the business's own currency.",
})
export interface LineItemRecord extends Schema.Schema.Type<typeof LineItemRecord> {}

/** A transaction as the interface shows it: with its budget, its user, its categories. */
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

/** The statuses that the list can be asked for; "REVERSED answers to REFUNDED". */
export const filterStatuses = ["AUTHED", "CLEARED", "REFUNDED", "DECLINED"] as const
export type FilterStatus = (typeof filterStatuses)[number]

/** The orders that the list can be asked for: "`-` before it turns it", "ties by id". */
export const transactionSorts = [
  "auth_date",
  "-auth_date",
  "amount",
  "-amount",
  "merchant_name",
  "-merchant_name",
] as const
export type TransactionSort = (typeof transactionSorts)[number]

/** A value of a custom field, under the name that is shown. */
export interface FieldFilter {
  readonly name: string
  readonly text: string
  /** The custom fields that have the name, or had it last. */
  readonly ids: ReadonlyArray<string>
}

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
  /** Whether it has a receipt, at least one. */
  readonly has_receipt?: boolean | undefined
  /** Text that is in the merchant's name, whatever the case of its letters: see `fold`. */
  readonly search?: string | undefined
  /** Magnitudes in minor units of the business's own currency, inclusive. */
  readonly min_amount?: number | undefined
  readonly max_amount?: number | undefined
  /** A category that a line item has. */
  readonly category_id?: string | undefined
  /** Whether the whole of it has categories: no line item lacks one, and no part a line item. */
  readonly has_category?: boolean | undefined
  /** A value that the transaction or a line item has. */
  readonly custom_field?: FieldFilter | undefined
  /** Absent: `-auth_date`. */
  readonly sort?: TransactionSort | undefined
}

/**
 * The same as it is asked for: amounts are magnitudes in major units, a custom field's name and
 * text are "split at the first colon".
 */
export interface TransactionQuery
  extends Omit<TransactionFilter, "min_amount" | "max_amount" | "custom_field"> {
  readonly min_amount?: BigDecimal.BigDecimal | undefined
  readonly max_amount?: BigDecimal.BigDecimal | undefined
  readonly custom_field?: string | undefined
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
