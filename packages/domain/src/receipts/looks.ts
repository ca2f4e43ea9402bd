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
import { transactionContext } from "../transactions/looks.ts"
import { type ReceiptContext, showReceipt } from "./rules.ts"

/** Transaction to which a file is attached, or from which a receipt is removed. */
export interface ReceiptChange {
  readonly transaction_id: string
  /** SHA-256 of the attached bytes. */
  readonly sha256?: string
  /** Id of the removed receipt. */
  readonly receipt_id?: string
}

/** Loads the context of a decision about a receipt. */
export const receiptContext = (change: ReceiptChange): Look<ReceiptContext> => {
  const { transaction_id, sha256, receipt_id } = change
  const named = { transaction_ids: [transaction_id], moves: true }
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
      // The query goes through the few receipts of the transaction, not through all with these
      // bytes.
      own: all("receipts", { transaction_id }, [], [{ sha256 }]),
    },
    ({ oldest: { results }, own }) => {
      const others = own.filter(({ id }) => results.every((_) => _.id !== id))
      return seen({ transactions, receipts: [...results, ...others] })
    },
  )

/**
 * Oldest two receipts with these bytes. A business may have thousands of them, but a transaction
 * has at most one. So one of the two belongs to another transaction, if any other has these bytes.
 */
const oldestTwo = (sha256: string): Question<Page<Receipt>> =>
  pageOf("receipts", { sha256 }, byCreated, { offset: 0, limit: 2 })

/**
 * Returns the oldest receipt with these bytes, whose file the later ones share; null if there is
 * none.
 */
export const receiptOfBytes = (sha256: string): Look<Receipt | null> =>
  look({ same: oldestTwo(sha256) }, ({ same: { results } }) => seen(results[0] ?? null))

/** Returns a receipt of a transaction, or null. */
export const receiptById = (transaction_id: string, id: string): Look<Receipt | null> =>
  answerTo(one("receipts", { id, transaction_id }))

/**
 * Returns the receipts of a transaction by `created` ascending, ties by id; null if the transaction
 * does not exist.
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
