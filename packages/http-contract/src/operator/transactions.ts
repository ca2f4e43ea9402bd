import { ImportReport } from "@outlay/domain"
import { Authorisation, type Recorded } from "@outlay/domain/fields"
import {
  AmountsRequired,
  ClearedBeforeAuth,
  ClearedDateNotAllowed,
  DateBeforeMovement,
  DateInFuture,
  DateTooEarly,
  ExternalIdTaken,
  FxAmountDiffers,
  FxAmountRequired,
  FxSignDiffers,
  GstExceedsAmount,
  RefundExceedsAmount,
  ReversalIsWhole,
  TransactionNotAuthed,
  TransactionNotCleared,
} from "@outlay/domain/rules"
import { booksLocked } from "../books.ts"
import { endpoint, one, type Success, streamedEndpoint } from "../shared/endpoint.ts"
import { client_id, uuidId } from "../shared/path.ts"
import {
  amountOutOfRange,
  notFound,
  problem,
  tooManyDecimals,
  unknownReference,
} from "../shared/problem.ts"
import { date } from "../shared/query.ts"
import * as value from "../shared/values.ts"
import { wire, within } from "../shared/wire.ts"
import { transaction } from "../transactions.ts"
import {
  AuthoriseTransaction,
  MoveTransaction,
  RecordTransaction,
  UpdateTransaction,
} from "./transaction-bodies.ts"

export const authorisation = wire(Authorisation, {
  changes: { transaction: within(transaction) },
})

export const fxAmountRequired = problem(
  FxAmountRequired,
  "fx_amount is required for a foreign currency",
  { values: { currency: value.words, own_currency: value.words } },
)
export const fxAmountDiffers = problem(
  FxAmountDiffers,
  "amount and fx_amount differ in the same currency",
  { values: { currency: value.words } },
)
export const fxSignDiffers = problem(FxSignDiffers, "amount and fx_amount have different signs")
export const amountsRequired = problem(AmountsRequired, "Both amounts are required")
export const dateInFuture = problem(DateInFuture, "The date is in the future", {
  values: { date: value.words, now: value.instant },
})
export const dateTooEarly = problem(DateTooEarly, "The date is too early", {
  values: { date: value.words, earliest: value.day },
})
export const gstExceedsAmount = problem(GstExceedsAmount, "The tax exceeds the amount", {
  values: { maximum: value.amount },
})
export const externalIdTaken = problem(ExternalIdTaken, "The external_id is in use", {
  values: { external_id: value.words },
})
export const clearedBeforeAuth = problem(
  ClearedBeforeAuth,
  "The cleared date is before the authorisation",
  { values: { auth_date: value.words } },
)
export const clearedDateNotAllowed = problem(
  ClearedDateNotAllowed,
  "cleared_date is only allowed on a cleared transaction",
  { values: { status: value.words } },
)
export const dateBeforeMovement = problem(
  DateBeforeMovement,
  "The date is before the previous movement",
  { values: { earliest: value.words } },
)
export const transactionNotAuthed = problem(TransactionNotAuthed, "The transaction is not AUTHED", {
  values: { transaction_id: value.id, status: value.words },
})
export const transactionNotCleared = problem(
  TransactionNotCleared,
  "The transaction is not CLEARED",
  { values: { transaction_id: value.id, status: value.words } },
)
export const refundExceedsAmount = problem(
  RefundExceedsAmount,
  "The refund exceeds the amount left",
  { values: { left: value.amount } },
)
export const reversalIsWhole = problem(ReversalIsWhole, "A reversal must release the whole hold", {
  values: { hold: value.amount },
})

const amounts = [
  tooManyDecimals,
  fxAmountRequired,
  fxAmountDiffers,
  fxSignDiffers,
  amountOutOfRange,
] as const
const part = [
  tooManyDecimals,
  fxAmountDiffers,
  amountsRequired,
  amountOutOfRange,
  dateInFuture,
  dateBeforeMovement,
  booksLocked,
] as const

/** "201; the same `external_id` again → 200 with the first, nothing changed." */
const recorded: Success<Recorded> = {
  ...one(
    {
      schema: transaction.schema,
      encode: (recorded: Recorded, business) => transaction.encode(recorded.transaction, business),
    },
    201,
  ),
  statusOf: ({ created }) => (created ? 201 : 200),
}
const changed = one(transaction)

const all = "/operator/v1/businesses/{client_id}/transactions"
const each = "/operator/v1/businesses/{client_id}/transactions/{transaction_id}"
const transaction_id = uuidId("Id of the transaction.")

export const authorisations = {
  create: endpoint({
    operation: "authorisations.create",
    method: "POST",
    path: "/operator/v1/businesses/{client_id}/authorisations",
    access: "operator",
    summary: "Decide an authorisation",
    description:
      "Decides whether a card charge is approved, and records the decision. A repeated `external_id` returns the first decision. The `external_id` of a recorded transaction is refused.",
    params: { client_id },
    body: AuthoriseTransaction,
    success: one(authorisation),
    problems: [
      notFound,
      externalIdTaken,
      unknownReference,
      ...amounts,
      dateInFuture,
      dateTooEarly,
      booksLocked,
    ],
  }),
}

export const operatorTransactions = {
  record: endpoint({
    operation: "transactions.record",
    method: "POST",
    path: all,
    access: "operator",
    summary: "Record a transaction",
    description:
      "Records an external transaction. A repeated `external_id` returns the first transaction with 200 and changes nothing.",
    params: { client_id },
    body: RecordTransaction,
    success: recorded,
    problems: [
      notFound,
      unknownReference,
      ...amounts,
      gstExceedsAmount,
      dateInFuture,
      dateTooEarly,
      clearedBeforeAuth,
      clearedDateNotAllowed,
      booksLocked,
    ],
  }),
  update: endpoint({
    operation: "transactions.update",
    method: "PATCH",
    path: each,
    access: "operator",
    summary: "Update the expense of a transaction",
    description: "Replaces the given fields; other fields keep their values.",
    params: { client_id, transaction_id },
    body: UpdateTransaction,
    success: changed,
    problems: [
      notFound,
      unknownReference,
      tooManyDecimals,
      gstExceedsAmount,
      booksLocked,
      amountOutOfRange,
    ],
  }),
  clear: endpoint({
    operation: "transactions.clear",
    method: "POST",
    path: `${each}/clear`,
    access: "operator",
    summary: "Clear a transaction",
    description:
      "Clears a transaction and ends its hold. The cleared amount may differ from the hold.",
    params: { client_id, transaction_id },
    body: MoveTransaction,
    success: changed,
    problems: [notFound, transactionNotAuthed, ...part],
  }),
  reverse: endpoint({
    operation: "transactions.reverse",
    method: "POST",
    path: `${each}/reverse`,
    access: "operator",
    summary: "Reverse a transaction",
    description: "Releases the hold of a transaction that has not cleared.",
    params: { client_id, transaction_id },
    body: MoveTransaction,
    success: changed,
    problems: [notFound, transactionNotAuthed, reversalIsWhole, ...part],
  }),
  refund: endpoint({
    operation: "transactions.refund",
    method: "POST",
    path: `${each}/refund`,
    access: "operator",
    summary: "Refund a transaction",
    description: "Refunds a cleared transaction, in full or in parts.",
    params: { client_id, transaction_id },
    body: MoveTransaction,
    success: changed,
    problems: [notFound, transactionNotCleared, refundExceedsAmount, ...part],
  }),
}

export const importReport = wire(ImportReport, {
  example: { received: 2, imported: 2, unchanged: 0, refused: 0, errors: [] },
})

export const transactionImport = {
  create: streamedEndpoint({
    operation: "transactionImport.create",
    method: "POST",
    path: `${all}/import`,
    access: "operator",
    summary: "Import transactions",
    description:
      "Imports transactions as newline-delimited JSON of any length, one transaction per line. A refused line does not affect the others. Lines already imported change nothing, so an interrupted import can be sent again.",
    params: { client_id },
    query: {
      book_late_on: date(
        "UTC day on which to book transactions that are dated within locked books; they keep their own dates. Without this parameter, such transactions are refused.",
      ),
    },
    row: RecordTransaction,
    success: one(importReport),
    problems: [notFound],
  }),
}
