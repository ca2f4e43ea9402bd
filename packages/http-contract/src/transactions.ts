import {
  budgetTypes,
  expenseStatuses,
  type LineItemRecord,
  lifeCycleStatuses,
  type MovementRecord,
  movementKinds,
  type TransactionRecord,
  toMajor,
  transactionTypes,
} from "@outlay/domain"
import { Schema } from "effect"
import { encodeSubUser, SubUser } from "./people.ts"
import { endpoint, one, pageOf, type Shown } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound } from "./shared/problem.ts"
import { date, integer, manyOf, oneOf, page, timestamp, uuid } from "./shared/query.ts"
import { encodeTaxRate, TaxRate } from "./tax-rates.ts"

export const CustomFieldValue = Schema.Struct({
  field_name: Schema.String,
  entry_text: Schema.String,
}).annotate({
  identifier: "CustomFieldValue",
  description: "What a transaction, or a line item of it, says in a custom field.",
  examples: [{ field_name: "Project", entry_text: "Perth office" }],
})

export const LineItemCategory = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  code: Schema.NullOr(Schema.String),
}).annotate({
  identifier: "LineItemCategory",
  description: "The category of a line item, with the accounting code that it is mapped to.",
  examples: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3d", name: "Meals", code: "6-4200" }],
})

const lineItemExample = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b40",
  amount: 42.5,
  gst_amount: 3.86,
  category: { id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3d", name: "Meals", code: "6-4200" },
  custom_fields: [{ field_name: "Project", entry_text: "Perth office" }],
  description: "Lunch with the landlord",
}

export const LineItem = Schema.Struct({
  id: Schema.String,
  amount: Schema.Finite,
  gst_amount: Schema.Finite,
  category: Schema.NullOr(LineItemCategory),
  custom_fields: Schema.Array(CustomFieldValue),
  description: Schema.String,
  tax_rate: Schema.optionalKey(Schema.NullOr(TaxRate)),
}).annotate({
  identifier: "LineItem",
  description: "A part of a transaction; amounts are magnitudes in the business's own currency.",
  examples: [lineItemExample],
})

/** The statuses that records show: "`CLEARED` for CLEARED and REFUNDED, else `AUTHED`". */
const shownStatuses = ["CLEARED", "AUTHED"] as const

export const Transaction = Schema.Struct({
  id: Schema.String,
  cleared_date: Schema.NullOr(Schema.String),
  auth_date: Schema.String,
  merchant_name: Schema.String,
  attendees: Schema.Array(Schema.String),
  budget: Schema.NullOr(
    Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      budget_type: Schema.Literals(budgetTypes),
    }).annotate({
      identifier: "TransactionBudget",
      description: "The budget that the transaction is charged to.",
      examples: [
        { id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c", name: "Travel", budget_type: "BUDGET" },
      ],
    }),
  ),
  currency: Schema.String,
  custom_fields: Schema.Array(CustomFieldValue),
  fx_amount: Schema.Finite,
  amount: Schema.Finite,
  gst: Schema.Finite,
  expense_status: Schema.Literals(expenseStatuses),
  status: Schema.Literals(shownStatuses),
  transaction_type: Schema.Literals(transactionTypes),
  user: Schema.NullOr(SubUser),
  line_items: Schema.Array(LineItem),
  receipt_urls: Schema.Array(Schema.String),
  created: Schema.String,
  updated: Schema.String,
}).annotate({
  identifier: "Transaction",
  description: "Money that moved. `amount` is positive for credits, negative for debits.",
  examples: [
    {
      id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b41",
      cleared_date: "2026-11-04T02:11:09.000Z",
      auth_date: "2026-11-02T03:15:00.000Z",
      merchant_name: "Harbour Kitchen",
      attendees: ["Pat Doe"],
      budget: { id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c", name: "Travel", budget_type: "BUDGET" },
      currency: "AUD",
      custom_fields: [],
      fx_amount: -42.5,
      amount: -42.5,
      gst: 3.86,
      expense_status: "COMPLETE",
      status: "CLEARED",
      transaction_type: "CARD_TRANSACTION",
      user: { id: 12, first_name: "Ann", last_name: "Lee", name: "Ann Lee" },
      line_items: [lineItemExample],
      receipt_urls: ["https://receipts.example.com/1.pdf"],
      created: "2026-11-02T03:15:00.412Z",
      updated: "2026-11-04T02:11:09.733Z",
    },
  ],
})

/** "Also carries `tax_rate` when the business has itemised tax …; otherwise absent." */
const encodeLineItem = (item: LineItemRecord, { currency, features }: Shown) => ({
  id: item.id,
  amount: toMajor(item.amount, currency),
  gst_amount: toMajor(item.gst_amount, currency),
  category: item.category,
  custom_fields: item.custom_fields,
  description: item.description,
  ...(features.itemised_tax
    ? { tax_rate: item.tax_rate === null ? null : encodeTaxRate(item.tax_rate) }
    : {}),
})

export const encodeTransaction = (
  transaction: TransactionRecord,
  business: Shown,
): typeof Transaction.Type => ({
  id: transaction.id,
  cleared_date: transaction.cleared_date,
  auth_date: transaction.auth_date,
  merchant_name: transaction.merchant_name,
  attendees: transaction.attendees,
  budget: transaction.budget,
  currency: transaction.currency,
  custom_fields: transaction.custom_fields,
  fx_amount: toMajor(transaction.fx_amount, transaction.currency),
  amount: toMajor(transaction.amount, business.currency),
  gst: toMajor(transaction.gst, business.currency),
  expense_status: transaction.expense_status,
  status:
    transaction.status === "CLEARED" || transaction.status === "REFUNDED" ? "CLEARED" : "AUTHED",
  transaction_type: transaction.transaction_type,
  user: encodeSubUser(transaction.user),
  line_items: transaction.line_items.map((item) => encodeLineItem(item, business)),
  receipt_urls: transaction.receipt_urls,
  created: transaction.created,
  updated: transaction.updated,
})

export const Movement = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(movementKinds),
  date: Schema.String,
  amount: Schema.Finite,
  fx_amount: Schema.Finite,
  balance_after: Schema.Finite,
  created: Schema.String,
}).annotate({
  identifier: "Movement",
  description:
    "A step that moved the money of a transaction. `amount` (in the business's own currency) and `fx_amount` (in the transaction's) are signed; `balance_after` is what the wallet held after it, in the order in which the service took them.",
  examples: [
    {
      id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b41-1",
      kind: "HOLD",
      date: "2026-11-02T03:15:00.000Z",
      amount: -42.5,
      fx_amount: -42.5,
      balance_after: 4957.5,
      created: "2026-11-02T03:15:00.412Z",
    },
  ],
})

export const encodeMovement = (
  movement: MovementRecord,
  business: Shown,
): typeof Movement.Type => ({
  id: movement.id,
  kind: movement.kind,
  date: movement.date,
  amount: toMajor(movement.amount, business.currency),
  fx_amount: toMajor(movement.fx_amount, movement.currency),
  balance_after: toMajor(movement.balance_after, movement.wallet_currency),
  created: movement.created,
})

const filterStatuses = lifeCycleStatuses.filter((_) => _ !== "REVERSED")

export const transactions = {
  list: endpoint({
    operation: "transactions.list",
    method: "GET",
    path: "/v2/businesses/{client_id}/transactions",
    access: { resource: "transactions", action: "read" },
    self: "transactions.list",
    summary: "List transactions",
    description:
      "The transactions of the business, the newest first. Declined ones are listed only when asked for with `status=DECLINED`.",
    params: { client_id },
    query: {
      ...page,
      min_auth_date: date("Authorised on this UTC day or later."),
      max_auth_date: date("Authorised on this UTC day or earlier."),
      min_cleared_date: date("Cleared on this UTC day or later."),
      max_cleared_date: date("Cleared on this UTC day or earlier."),
      expense_status: oneOf(expenseStatuses, "Only transactions whose expense part is this."),
      status: manyOf(filterStatuses, "Any of these statuses; repeat the parameter for several."),
      updated_after: timestamp("Changed after this instant."),
      user_id: integer("Only transactions of this user.", 1),
      budget_id: uuid("Only transactions charged to this budget."),
      transaction_type: manyOf(
        transactionTypes,
        "Any of these types; repeat the parameter for several.",
      ),
    },
    ordered: [
      ["min_auth_date", "max_auth_date"],
      ["min_cleared_date", "max_cleared_date"],
    ],
    success: pageOf(Transaction, encodeTransaction),
    problems: [],
  }),
  get: endpoint({
    operation: "transactions.get",
    method: "GET",
    path: "/v2/businesses/{client_id}/transactions/{transaction_id}",
    access: { resource: "transactions", action: "read" },
    self: "transactions.read",
    summary: "Get a transaction",
    description: "One transaction with its line items, receipts and custom-field values.",
    params: { client_id, transaction_id: uuidId("The id of the transaction.") },
    success: one(Transaction, encodeTransaction),
    problems: [notFound],
  }),
  movements: endpoint({
    operation: "transactions.movements",
    method: "GET",
    path: "/v2/businesses/{client_id}/transactions/{transaction_id}/movements",
    access: { resource: "transactions", action: "read" },
    self: "transactions.read",
    summary: "List the movements of a transaction",
    description:
      "What moved its money, in order: the hold, what cleared instead, what was reversed or refunded. The amounts add up to what the wallet has of it; a declined one has none.",
    params: { client_id, transaction_id: uuidId("The id of the transaction.") },
    query: page,
    success: pageOf(Movement, encodeMovement),
    problems: [notFound],
  }),
}
