import {
  expenseStatuses,
  type LifeCycleStatus,
  LineItemRecord,
  lifeCycleStatuses,
  MovementRecord,
  TransactionRecord,
  transactionSorts,
  transactionTypes,
} from "@outlay/domain/fields"
import { Schema } from "effect"
import { endpoint, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, tooManyDecimals } from "./shared/problem.ts"
import {
  boolean,
  date,
  integer,
  magnitude,
  manyOf,
  namedText,
  oneOf,
  page,
  text,
  timestamp,
  uuid,
} from "./shared/query.ts"
import { listOf, nullOr, onlyWhere, wire, within } from "./shared/wire.ts"
import { taxRate } from "./tax-rates.ts"

const lineItemExample = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b40",
  amount: 42.5,
  gst_amount: 3.86,
  category: { id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3d", name: "Meals", code: "6-4200" },
  custom_fields: [{ field_name: "Project", entry_text: "Perth office" }],
  description: "Lunch with the landlord",
}

/** "Also carries `tax_rate` when the business has itemised tax …; otherwise absent." */
const lineItem = wire(LineItemRecord, {
  example: lineItemExample,
  changes: {
    tax_rate: onlyWhere(
      ({ features }) => features.itemised_tax,
      nullOr(within(taxRate), "Tax rate, or null; absent without itemised tax."),
    ),
  },
})

/** The statuses that records show: "`CLEARED` for CLEARED and REFUNDED, else `AUTHED`". */
const shownStatus = {
  schema: Schema.Literals(["CLEARED", "AUTHED"]).annotate({
    description: "AUTHED for a hold or a reversed or declined transaction, otherwise CLEARED.",
  }),
  encode: (status: LifeCycleStatus) =>
    status === "CLEARED" || status === "REFUNDED" ? "CLEARED" : "AUTHED",
  restore: (status: unknown) => status,
}

export const transaction = wire(TransactionRecord, {
  example: {
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
  changes: {
    status: shownStatus,
    line_items: listOf(lineItem, "Line items."),
  },
})

export const movement = wire(MovementRecord, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b41-1",
    kind: "HOLD",
    date: "2026-11-02T03:15:00.000Z",
    amount: -42.5,
    fx_amount: -42.5,
    balance_after: 4957.5,
    created: "2026-11-02T03:15:00.412Z",
  },
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
      "Returns the transactions of the business, newest first unless `sort` says otherwise. Declined transactions are included only with `status=DECLINED`.",
    params: { client_id },
    query: {
      ...page,
      min_auth_date: date("Authorised on this UTC day or later."),
      max_auth_date: date("Authorised on this UTC day or earlier."),
      min_cleared_date: date("Cleared on this UTC day or later."),
      max_cleared_date: date("Cleared on this UTC day or earlier."),
      expense_status: oneOf(expenseStatuses, "Only transactions with this expense status."),
      status: manyOf(filterStatuses, "Statuses to include. Repeat the parameter for several."),
      updated_after: timestamp("Changed after this instant."),
      user_id: integer("Only transactions of this user.", 1),
      budget_id: uuid("Only transactions charged to this budget."),
      transaction_type: manyOf(
        transactionTypes,
        "Types to include. Repeat the parameter for several.",
      ),
      has_receipt: boolean("Only transactions with a receipt (true), or without one (false)."),
      search: text(
        "Only transactions whose merchant name contains this text, ignoring case.",
        128,
        "harbour",
      ),
      min_amount: magnitude(
        "Minimum amount without its sign, in the business's own currency; applies to debits and credits.",
      ),
      max_amount: magnitude(
        "Maximum amount without its sign, in the business's own currency; applies to debits and credits.",
      ),
      category_id: uuid("Only transactions with this category in a line item."),
      has_category: boolean(
        "Only transactions whose whole amount has categories (true), or of which a line item or a part without a line item has none (false).",
      ),
      custom_field: namedText(
        "Only transactions with this custom field value, on the transaction or on a line item. Format: name of the field, colon, exact value.",
      ),
      sort: oneOf(
        transactionSorts,
        "Sort key; a leading `-` sorts in descending order. Defaults to `-auth_date`. Amounts are compared with their signs, merchant names ignoring case; ties are sorted by id.",
      ),
    },
    ordered: [
      ["min_auth_date", "max_auth_date"],
      ["min_cleared_date", "max_cleared_date"],
      ["min_amount", "max_amount"],
    ],
    success: pageOf(transaction),
    problems: [tooManyDecimals],
  }),
  get: endpoint({
    operation: "transactions.get",
    method: "GET",
    path: "/v2/businesses/{client_id}/transactions/{transaction_id}",
    access: { resource: "transactions", action: "read" },
    self: "transactions.read",
    summary: "Get a transaction",
    description: "Returns one transaction with its line items, receipts and custom field values.",
    params: { client_id, transaction_id: uuidId("Id of the transaction.") },
    success: one(transaction),
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
      "Returns the movements of a transaction in order: hold, clearing, reversal and refunds. The amounts add up to its effect on the wallet. A declined transaction has none.",
    params: { client_id, transaction_id: uuidId("Id of the transaction.") },
    query: page,
    success: pageOf(movement),
    problems: [notFound],
  }),
}
