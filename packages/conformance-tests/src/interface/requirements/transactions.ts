import { requirementsOf } from "../requirement.ts"
import { fieldsOf } from "./fields.ts"
import { derived, stated } from "./row.ts"

const section = "Transaction"
const service = "What the service does"
const reads =
  "read transactions (card transactions, charges, deposits, bills, reimbursements, transfers, credits) with their line items, receipts and custom-field values;"

/** A type such as "object SubUser" counts as shown as far as the document describes its content. */
const fields = fieldsOf(
  "transactions",
  section,
  "Every transaction is listed and compared with what was recorded.",
  [
    ["| id | string | Transaction id. |", "The text under which the transaction is read; unique."],
    [
      "| cleared_date | string date-time or null | When the transaction cleared. |",
      "The instant at which it cleared; null where it did not clear.",
    ],
    [
      "| auth_date | string date-time | When it was authorised. |",
      "The instant at which it was authorised.",
    ],
    ["| merchant_name | string | |", "The merchant's name, letter by letter.", "derived"],
    [
      "| attendees | array of string | Names of attendees. |",
      "The names of the attendees, in any order.",
    ],
    [
      "| budget | object TransactionBudget | `id` (string), `name` (string), `budget_type` (enum `BUDGET`, `SUBSCRIPTION`). |",
      "Id, name and type of the budget it was charged to; no budget where it was charged to none.",
    ],
    [
      "| currency | string | Currency of the transaction. |",
      "The currency in which it was made, which can differ from the business's.",
    ],
    [
      "| custom_fields | array of CustomFieldValue | `field_name` (string), `entry_text` (string). |",
      "Every value recorded for it, under its field's name, in any order.",
    ],
    [
      "| fx_amount | number | Foreign-currency amount. |",
      "The amount in the currency of the transaction, where that is a foreign one.",
    ],
    [
      "| amount | number | Amount in AUD; positive for credits, negative for debits. |",
      "A number with the sign and the very cents that were recorded.",
    ],
    ["| gst | number | GST amount. |", "The GST recorded, whatever the sign it is shown with."],
    [
      "| expense_status | string enum | `COMPLETE`, `INCOMPLETE_EXPENSE`. |",
      "One of the two values, the same in the list and by id.",
    ],
    [
      "| status | string enum | `CLEARED`, `AUTHED`. |",
      "`CLEARED` for one that cleared, `AUTHED` for one that is authorised only.",
    ],
    [
      "| transaction_type | string enum | `CARD_TRANSACTION`, `CHARGE`, `DEPOSIT_DIRECT_CREDIT`, `DEPOSIT_DIRECT_DEBIT`, `BILL`, `REIMBURSEMENT`, `EXTERNAL_TRANSFER`, `MANUAL_TRANSFER`, `CREDIT`. |",
      "The type with which it was recorded, of all nine.",
    ],
    [
      "| user | object SubUser | The user who made the transaction. |",
      "An object with the user who made it; none if no user did.",
    ],
    [
      "| line_items | array of LineItem | See below. |",
      "As many items as were recorded, on a transaction that has some and on one that has none.",
    ],
    [
      "| receipt_urls | array of string | URLs of receipts. |",
      "A URL for each receipt, which need not be the one from which it came.",
    ],
    ["| created | string date-time | |", "An instant, not in the target's future.", "derived"],
    ["| updated | string date-time | |", "An instant, not before `created`.", "derived"],
  ],
)

export const transactions = requirementsOf("transactions", [
  stated("transactions.every", service, {
    sentence: reads,
    sent: "The transactions of a business are listed, page by page.",
    accepted: "Every one that was recorded, once, and no other; declined ones may be left out.",
  }),
  stated("transactions.list", "Endpoints", {
    sentence:
      "| 6 | GET | /v2/businesses/{client_id}/transactions | see below | none | envelope, results are Transaction |",
    sent: "Operation 6.",
    accepted: "200.",
  }),
  derived("transactions.shape", section, {
    sentence: "| id | string | Transaction id. |",
    sent: "Every response that shows transactions.",
    accepted: "Every field of the table, of its type, on every record.",
  }),
  ...fields,
  stated("transactions.get", "Endpoints", {
    sentence: "one Transaction",
    sent: "Transactions are listed, and each is read by its id.",
    accepted: "200, and the same record as in the list.",
  }),
  stated("transactions.states", "States and transitions", {
    sentence:
      "| Transaction | status | `CLEARED`, `AUTHED` (in records); the list filter additionally accepts `REFUNDED`, `DECLINED` |",
    sent: "Transactions of all four kinds are listed, with and without the filter.",
    accepted: "Every record shows `CLEARED` or `AUTHED`, regardless of later movements.",
  }),
  stated("transactions.expense-states", "States and transitions", {
    sentence: "| Transaction | expense_status | `COMPLETE`, `INCOMPLETE_EXPENSE` |",
    sent: "All transactions are listed, and those of each value of the filter.",
    accepted: "Every record has exactly one of the two.",
  }),
])

export const lineItems = requirementsOf("line-items", [
  derived("line-items.shape", section, {
    sentence:
      "LineItem: `id` (string), `amount` (number, AUD), `gst_amount` (number), `category` (object LineItemCategory), `custom_fields` (array of CustomFieldValue), `description` (string).",
    sent: "Every response that shows transactions.",
    accepted: "Every field named, of its type, on every line item.",
  }),
  ...(
    [
      ["id", "`id` (string)", "Text; no two items of a transaction have the same."],
      ["amount", "`amount` (number, AUD)", "The amounts recorded, whatever the sign shown."],
      ["gst-amount", "`gst_amount` (number)", "The GST recorded, whatever the sign shown."],
      [
        "category",
        "`category` (object LineItemCategory)",
        "An object for an item that has a category, the same for the same category.",
      ],
      [
        "custom-fields",
        "`custom_fields` (array of CustomFieldValue)",
        "Every value recorded for the item, under its field's name, in any order.",
      ],
      ["description", "`description` (string)", "The description recorded, letter by letter."],
    ] as const
  ).map(([field, sentence, accepted]) =>
    stated(`line-items.${field}`, section, {
      sentence,
      sent: "Every transaction with line items is listed and compared with what was recorded.",
      accepted,
    }),
  ),
])
