import { byCreated } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import {
  all,
  andThen,
  answerTo,
  type Look,
  look,
  one,
  pageOf,
  type Question,
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
            : withSame(transactions, named.transaction_id, named.sha256),
        )
      : withSame(transactions, transaction_id, sha256),
  )
}

const withSame = (
  transactions: ReceiptContext["transactions"],
  transaction_id: string,
  sha256: string,
): Look<ReceiptContext> =>
  look(
    {
      oldest: oldestTwo(sha256),
      // Among the few of the transaction, not among all that have these bytes.
      own: all("receipts", { transaction_id }, [], [{ sha256 }]),
    },
    ({ oldest: { results }, own }) => {
      const others = own.filter(({ id }) => results.every((_) => _.id !== id))
      return seen({ transactions, receipts: [...results, ...others] })
    },
  )

/**
 * The oldest receipts of these bytes. A business may have thousands of them; but a transaction has
 * at most one, so that one of the oldest two is of another transaction where there is any.
 */
const oldestTwo = (sha256: string): Question<Page<Receipt>> =>
  pageOf("receipts", { sha256 }, byCreated, { offset: 0, limit: 2 })

/** The oldest receipt of these bytes: later ones share its file. Null if there is none. */
export const receiptOfBytes = (sha256: string): Look<Receipt | null> =>
  look({ same: oldestTwo(sha256) }, ({ same: { results } }) => seen(results[0] ?? null))

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
            Object.fromEntries(results.map(({ id, sha256 }) => [id, oldestTwo(sha256)])),
            (same) =>
              seen({
                count,
                results: results.map((_) => showReceipt(_, same[_.id]?.results ?? [])),
              }),
          ),
  )
