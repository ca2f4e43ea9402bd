import { Transaction } from "@outlay/domain/fields"
import { CategoryNotAllowed, DuplicateCustomField, UnknownOption } from "@outlay/domain/rules"
import { booksLocked } from "./books.ts"
import { expensePart } from "./operator/transaction-bodies.ts"
import { gstExceedsAmount } from "./operator/transactions.ts"
import { bodyOf } from "./shared/body.ts"
import { endpoint, one } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import {
  amountOutOfRange,
  notFound,
  problem,
  tooManyDecimals,
  unknownReference,
} from "./shared/problem.ts"
import * as value from "./shared/values.ts"
import { transaction } from "./transactions.ts"

export const UpdateExpense = bodyOf(Transaction, expensePart).annotate({
  identifier: "UpdateExpense",
  description: "Expense fields to change; others keep their values.",
  examples: [{ receipt_urls: ["https://receipts.example.com/1.pdf"] }] as never,
})

export const unknownOption = problem(UnknownOption, "The option is not available", {
  values: { name: value.words, text: value.words },
})
export const duplicateCustomField = problem(DuplicateCustomField, "The custom field is repeated", {
  values: { name: value.words },
})
export const categoryNotAllowed = problem(CategoryNotAllowed, "The category is not available", {
  values: { name: value.words },
})

/** Expense details of transactions, which spenders and bookkeepers change. */
export const expenses = {
  update: endpoint({
    operation: "expenses.update",
    method: "PATCH",
    path: "/v2/businesses/{client_id}/transactions/{transaction_id}",
    access: { resource: "transactions", action: "update" },
    self: "transactions.change",
    summary: "Update the expense of a transaction",
    description: "Replaces the given fields; other fields keep their values.",
    params: { client_id, transaction_id: uuidId("Id of the transaction.") },
    body: UpdateExpense,
    success: one(transaction),
    problems: [
      notFound,
      unknownReference,
      duplicateCustomField,
      unknownOption,
      categoryNotAllowed,
      tooManyDecimals,
      gstExceedsAmount,
      booksLocked,
      amountOutOfRange,
    ],
  }),
}
