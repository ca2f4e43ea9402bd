import {
  AmountsRequired,
  Authorisation,
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
  ImportReport,
  type Recorded,
  RefundExceedsAmount,
  ReversalIsWhole,
  TransactionNotAuthed,
  TransactionNotCleared,
} from "@outlay/domain"
import { endpoint, one, type Success, streamedEndpoint } from "../shared/endpoint.ts"
import { client_id, uuidId } from "../shared/path.ts"
import {
  amountOutOfRange,
  notFound,
  problem,
  tooManyDecimals,
  unknownReference,
} from "../shared/problem.ts"
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

export const fxAmountRequired = problem(FxAmountRequired, {
  status: 400,
  title: "A foreign transaction needs fx_amount",
})
export const fxAmountDiffers = problem(FxAmountDiffers, {
  status: 400,
  title: "In one currency both amounts are the same",
})
export const fxSignDiffers = problem(FxSignDiffers, {
  status: 400,
  title: "The amounts differ in sign",
})
export const amountsRequired = problem(AmountsRequired, {
  status: 400,
  title: "Both amounts are needed",
})
export const dateInFuture = problem(DateInFuture, { status: 400, title: "The date is to come" })
export const dateTooEarly = problem(DateTooEarly, {
  status: 400,
  title: "The date is too long ago",
})
export const gstExceedsAmount = problem(GstExceedsAmount, {
  status: 400,
  title: "More tax than the amount",
})
export const externalIdTaken = problem(ExternalIdTaken, {
  status: 400,
  title: "The external_id is that of a recorded transaction",
})
export const clearedBeforeAuth = problem(ClearedBeforeAuth, {
  status: 400,
  title: "Cleared before it was authorised",
})
export const clearedDateNotAllowed = problem(ClearedDateNotAllowed, {
  status: 400,
  title: "Only a cleared transaction has a cleared_date",
})
export const dateBeforeMovement = problem(DateBeforeMovement, {
  status: 400,
  title: "Dated before the movement that it follows",
})
export const transactionNotAuthed = problem(TransactionNotAuthed, {
  status: 400,
  title: "The transaction is not AUTHED",
})
export const transactionNotCleared = problem(TransactionNotCleared, {
  status: 400,
  title: "The transaction is not CLEARED",
})
export const refundExceedsAmount = problem(RefundExceedsAmount, {
  status: 400,
  title: "More than is left to refund",
})
export const reversalIsWhole = problem(ReversalIsWhole, {
  status: 400,
  title: "A reversal gives back all of the hold",
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
const transaction_id = uuidId("The id of the transaction.")

export const authorisations = {
  create: endpoint({
    operation: "authorisations.create",
    method: "POST",
    path: "/operator/v1/businesses/{client_id}/authorisations",
    access: "operator",
    summary: "Decide an authorisation",
    description:
      "Asks the rules engine whether a card may be charged, and records the decision. The same `external_id` is answered with the first decision; that of a recorded transaction is refused.",
    params: { client_id },
    body: AuthoriseTransaction,
    success: one(authorisation),
    problems: [notFound, externalIdTaken, unknownReference, ...amounts, dateInFuture, dateTooEarly],
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
      "Records a transaction as it happened elsewhere. The same `external_id` again answers the first with 200, and changes nothing.",
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
    ],
  }),
  update: endpoint({
    operation: "transactions.update",
    method: "PATCH",
    path: each,
    access: "operator",
    summary: "Change the expense part of a transaction",
    description: "Each field that is named replaces what was there; the others stay.",
    params: { client_id, transaction_id },
    body: UpdateTransaction,
    success: changed,
    problems: [notFound, unknownReference, tooManyDecimals, gstExceedsAmount, amountOutOfRange],
  }),
  clear: endpoint({
    operation: "transactions.clear",
    method: "POST",
    path: `${each}/clear`,
    access: "operator",
    summary: "Clear a transaction",
    description: "Ends the hold; the cleared amount may differ from it.",
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
    description: "Gives back the hold of a transaction that has not cleared.",
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
    description: "Gives back a cleared amount, all at once or in parts.",
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
      "One transaction a line, as newline-delimited JSON of any length. A line that is refused undoes nothing of the others; the same lines again change nothing, so an import that broke off is sent again.",
    params: { client_id },
    row: RecordTransaction,
    success: one(importReport),
    problems: [notFound],
  }),
}
