import { CustomFieldValue, LineItem, Transaction, transactionTypes } from "@outlay/domain/fields"
import { Schema } from "effect"
import { Amount, NonNegativeAmount, PositiveAmount } from "../shared/amount.ts"
import { bodyOf } from "../shared/body.ts"
import { ReceiptUrl } from "../shared/receipt-url.ts"
import {
  CurrencyCode,
  description,
  IntegerId,
  list,
  Timestamp,
  text,
  Uuid,
} from "../shared/text.ts"

const CustomFieldValueInput = bodyOf(CustomFieldValue, {
  field_name: text(128, "Project"),
  entry_text: text(1_000, "Perth office"),
}).annotate({
  identifier: "CustomFieldValueInput",
  description: "Value of a custom field.",
  examples: [{ field_name: "Project", entry_text: "Perth office" }] as never,
})

const LineItemInput = bodyOf(LineItem, {
  amount: NonNegativeAmount,
  gst_amount: Schema.optionalKey(NonNegativeAmount),
  category_id: Schema.optionalKey(Schema.NullOr(Uuid)),
  tax_rate_id: Schema.optionalKey(Schema.NullOr(Uuid)),
  description: Schema.optionalKey(description),
  custom_fields: Schema.optionalKey(list(CustomFieldValueInput)),
}).annotate({
  identifier: "LineItemInput",
  description: "Line item of a transaction; amounts are unsigned, in the business's own currency.",
  examples: [{ amount: 42.5, gst_amount: 3.86 }] as never,
})

/** Fields that employees and bookkeepers add to the data of the bank. */
export const expensePart = {
  attendees: Schema.optionalKey(list(text(128, "Pat Doe"))),
  line_items: Schema.optionalKey(list(LineItemInput)),
  receipt_urls: Schema.optionalKey(list(ReceiptUrl)),
  custom_fields: Schema.optionalKey(list(CustomFieldValueInput)),
}

/** These fields and those that only the operator changes. */
const expense = {
  gst: Schema.optionalKey(NonNegativeAmount),
  user_id: Schema.optionalKey(Schema.NullOr(IntegerId)),
  budget_id: Schema.optionalKey(Schema.NullOr(Uuid)),
  ...expensePart,
}

const external_id = text(128, "bank-2026-11-02-0001")
const merchant_name = text(255, "Harbour Kitchen")

/** "A transaction as it happened elsewhere." */
export const RecordTransaction = bodyOf(
  Transaction,
  {
    external_id,
    transaction_type: Schema.Literals(transactionTypes),
    status: Schema.Literals(["AUTHED", "CLEARED", "DECLINED"]),
    auth_date: Timestamp,
    cleared_date: Schema.optionalKey(Schema.NullOr(Timestamp)),
    merchant_name,
    amount: Amount,
    currency: Schema.optionalKey(CurrencyCode),
    fx_amount: Schema.optionalKey(Amount),
    ...expense,
  },
  {
    status: "Status of the transaction.",
  },
).annotate({
  identifier: "RecordTransaction",
  description: "External transaction; `amount` is negative for debits.",
  examples: [
    {
      external_id: "bank-2026-11-02-0001",
      transaction_type: "CARD_TRANSACTION",
      status: "CLEARED",
      auth_date: "2026-11-02T03:15:00.000Z",
      merchant_name: "Harbour Kitchen",
      amount: -42.5,
    },
  ] as never,
})

/** "`amount` ≥ 0 is what the merchant asks": 0 if a fare is not known yet. */
export const AuthoriseTransaction = bodyOf(
  Transaction,
  {
    external_id,
    user_id: IntegerId,
    budget_id: Uuid,
    amount: NonNegativeAmount,
    currency: Schema.optionalKey(CurrencyCode),
    fx_amount: Schema.optionalKey(NonNegativeAmount),
    merchant_name,
    category_id: Schema.optionalKey(Schema.NullOr(Uuid)),
    auth_date: Schema.optionalKey(Timestamp),
  },
  {
    user_id: "User who makes the purchase.",
    budget_id: "Budget to charge.",
    amount: "Amount that the merchant asks for, in the business's own currency.",
    fx_amount: "The same amount in `currency`; required if that is another currency.",
    category_id: "Category of the purchase, or null.",
  },
).annotate({
  identifier: "AuthoriseTransaction",
  description: "Authorisation request from a merchant.",
  examples: [
    {
      external_id: "card-0001",
      user_id: 12,
      budget_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
      amount: 42.5,
      currency: "AUD",
      merchant_name: "Harbour Kitchen",
    },
  ] as never,
})

/** "`{date?, amount?}`; amounts positive." */
export const MoveTransaction = bodyOf(
  Schema.Struct({}),
  {
    date: Schema.optionalKey(Timestamp),
    amount: Schema.optionalKey(PositiveAmount),
    fx_amount: Schema.optionalKey(PositiveAmount),
  },
  {
    date: "Time of the movement; defaults to now.",
    amount: "Amount in the business's own currency; defaults to the whole amount.",
    fx_amount: "Amount in the transaction's currency; defaults to the whole amount.",
  },
).annotate({
  identifier: "MoveTransaction",
  description: "Date and amounts; default to now and to the whole amount.",
  examples: [{ amount: 40 }] as never,
})

/** "Any of …; each replaces what was there." */
export const UpdateTransaction = bodyOf(Transaction, {
  merchant_name: Schema.optionalKey(merchant_name),
  ...expense,
}).annotate({
  identifier: "UpdateTransaction",
  description: "Fields to change; others keep their values.",
  examples: [{ receipt_urls: ["https://receipts.example.com/1.pdf"] }] as never,
})
