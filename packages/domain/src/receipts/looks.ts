import { byCreated } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import {
  all,
  andThen,
  answerTo,
  having,
  type Look,
  look,
  one,
  pageOf,
  seen,
} from "../core/questions.ts"
import type { Receipt, ReceiptRecord } from "../core/records/receipts.ts"
import { emptyChange } from "../transactions/context.ts"
import { transactionContext } from "../transactions/looks.ts"
import { type ReceiptContext, showReceipt } from "./rules.ts"

/** To which transaction a file is attached, or which receipt of it is removed. */
export interface ReceiptChange {
  readonly client_id: number
  readonly transaction_id: string
  /** The bytes that are attached. */
  readonly sha256?: string
  /** The receipt that is removed. */
  readonly receipt_id?: string
}

/** What is looked at before a receipt is attached or removed. */
export const receiptContext = (change: ReceiptChange): Look<ReceiptContext> => {
  const { client_id, transaction_id, sha256, receipt_id } = change
  const named = { ...emptyChange(client_id), transaction_ids: [transaction_id], moves: true }
  return andThen(transactionContext(named), (transactions) =>
    sha256 === undefined
      ? look({ named: one("receipts", { id: receipt_id ?? "" }) }, ({ named }) =>
          named === null
            ? seen({ transactions, receipts: [] })
            : withSame(transactions, named.sha256),
        )
      : withSame(transactions, sha256),
  )
}

const withSame = (
  transactions: ReceiptContext["transactions"],
  sha256: string,
): Look<ReceiptContext> =>
  look({ receipts: all("receipts", { sha256 }, byCreated) }, ({ receipts }) =>
    seen({ transactions, receipts }),
  )

/** The oldest receipt of these bytes: later ones share its file. Null if there is none. */
export const receiptOfBytes = (sha256: string): Look<Receipt | null> =>
  look({ same: all("receipts", { sha256 }, byCreated) }, ({ same: [first = null] }) => seen(first))

/** A receipt of a transaction, or null. */
export const receiptById = (transaction_id: string, id: string): Look<Receipt | null> =>
  answerTo(one("receipts", { id, transaction_id }))

/**
 * Receipts of a transaction by `created` ascending, ties by id; null if the business has no such
 * transaction.
 */
export const receiptsOf = (
  transaction_id: string,
  request: PageRequest,
): Look<Page<ReceiptRecord> | null> =>
  look(
    {
      transaction: one("transactions", { id: transaction_id }),
      page: pageOf("receipts", { transaction_id }, byCreated, request),
    },
    ({ transaction, page: { count, results } }) =>
      transaction === null
        ? seen(null)
        : look(
            {
              same: having(
                "receipts",
                "sha256",
                results.map((_) => _.sha256),
              ),
            },
            ({ same }) => {
              const inOrder = same.toSorted(byCreation)
              return seen({ count, results: results.map((_) => showReceipt(_, inOrder)) })
            },
          ),
  )

const byCreation = (a: Receipt, b: Receipt): number =>
  a.created < b.created ? -1 : a.created > b.created ? 1 : a.id < b.id ? -1 : 1
