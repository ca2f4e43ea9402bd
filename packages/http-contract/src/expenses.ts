import {
  CategoryNotAllowed,
  DuplicateCustomField,
  Transaction,
  UnknownOption,
} from "@outlay/domain"
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
import { transaction } from "./transactions.ts"

export const UpdateExpense = bodyOf(Transaction, expensePart).annotate({
  identifier: "UpdateExpense",
  description: "What changes of the expense part; what is not named stays.",
  examples: [{ receipt_urls: ["https://receipts.example.com/1.pdf"] }] as never,
})

export const unknownOption = problem(UnknownOption, {
  status: 400,
  title: "No option that can be chosen",
})
export const duplicateCustomField = problem(DuplicateCustomField, {
  status: 400,
  title: "A custom field has one value",
})
export const categoryNotAllowed = problem(CategoryNotAllowed, {
  status: 400,
  title: "The category cannot be chosen",
})

/** The expense part of transactions, as those who spend and those who keep the books change it. */
export const expenses = {
  update: endpoint({
    operation: "expenses.update",
    method: "PATCH",
    path: "/v2/businesses/{client_id}/transactions/{transaction_id}",
    access: { resource: "transactions", action: "update" },
    self: "transactions.change",
    summary: "Change the expense part of a transaction",
    description:
      "Each field that is named replaces what was there; the others stay. The person who spent, and their assistants, may do so too.",
    params: { client_id, transaction_id: uuidId("The id of the transaction.") },
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
      amountOutOfRange,
    ],
  }),
}
