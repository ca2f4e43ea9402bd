import { Result } from "effect"
import { created, type Decision, nothing, removed } from "../core/decision.ts"
import type {
  Receipt,
  ReceiptKey,
  ReceiptRecord,
  ReceivedFile,
  UploadedReceipt,
} from "../core/records/receipts.ts"
import { NotFound } from "../core/refusals.ts"
import { eventOf } from "../core/row-change.ts"
import type { TransactionContext } from "../transactions/context.ts"
import { closeDraft, openDraft, putExpense } from "../transactions/rules/draft.ts"
import { findTransaction } from "../transactions/rules/life-cycle.ts"
import { TooManyReceipts } from "./errors.ts"

/** Data that a store loads under its lock before a decision about a receipt. */
export interface ReceiptContext {
  /** Includes the transaction that the receipt belongs to. */
  readonly transactions: TransactionContext
  /**
   * Oldest two receipts with the bytes of the change, and the one of the transaction itself, by
   * `created`.
   */
  readonly receipts: ReadonlyArray<Receipt>
}

export interface ReceiptCommand extends ReceivedFile {
  readonly id: string
  readonly transaction_id: string
  readonly now: string
}

/** "A list in a body 1000 items": the same as the maximum length of `receipt_urls` in a request. */
export const maxReceipts = 1_000

/** Returns the URL of a receipt, "one of ours", as in `receipt_urls`. */
export const urlOf = ({
  client_id,
  transaction_id,
  id,
}: Pick<Receipt, "client_id" | "transaction_id" | "id">): string =>
  `/v2/businesses/${client_id}/transactions/${transaction_id}/receipts/${id}`

/**
 * Attaches a file to a transaction: "its `url` joins `receipt_urls`". "The same bytes twice in a
 * business: 200 with what is there, and a `duplicate_of` where it hangs on another transaction":
 * the file is stored once and keeps its first name.
 *
 * Refuses, in this order: an unknown transaction; more receipts than a transaction can have.
 */
export const decideReceipt = (
  context: ReceiptContext,
  command: ReceiptCommand,
): Result.Result<Decision<UploadedReceipt>, NotFound | TooManyReceipts> =>
  Result.gen(function* () {
    const { now, ...file } = command
    const before = yield* findTransaction(context.transactions, command.transaction_id)
    const { client_id, receipt_urls } = before
    const same = context.receipts.filter(({ sha256 }) => sha256 === command.sha256)
    const [first] = same
    const own = same.find(({ transaction_id }) => transaction_id === before.id)
    const stored = first === undefined ? file : { ...file, ...bytesOf(first) }
    const receipt: Receipt = own ?? { client_id, ...stored, created: now }
    const url = urlOf(receipt)
    const result = { created: first === undefined, receipt: showReceipt(receipt, same) }
    const isListed = receipt_urls.includes(url)
    if (own !== undefined && isListed) return nothing(result)
    if (receipt_urls.length >= maxReceipts) {
      return yield* Result.fail(new TooManyReceipts({ maximum: maxReceipts }))
    }
    const draft = openDraft(context.transactions)
    if (own === undefined) {
      draft.writes.push(created("receipts", receipt))
      draft.events.push(eventOf("receipt.created", result.receipt, null))
    }
    putExpense(draft, before, { ...before, receipt_urls: [...receipt_urls, url], updated: now })
    return closeDraft(draft, result)
  })

/** Returns the fields that receipts with the same bytes share. */
const bytesOf = ({ file_id, media_type, size, sha256, name }: Receipt): ReceivedFile => ({
  file_id,
  media_type,
  size,
  sha256,
  name,
})

/** A removed receipt. */
export interface RemovedReceipt {
  readonly receipt: Receipt
  /** True if no other receipt uses the file, so that it can be removed. */
  readonly isLast: boolean
}

/**
 * Removes a receipt, and its URL from `receipt_urls`.
 *
 * Refuses an unknown transaction, or a receipt that it does not have.
 */
export const decideReceiptRemoval = (
  context: ReceiptContext,
  { transaction_id, receipt_id }: ReceiptKey,
  now: string,
): Result.Result<Decision<RemovedReceipt>, NotFound> =>
  Result.gen(function* () {
    const before = yield* findTransaction(context.transactions, transaction_id)
    const receipt = context.receipts.find(
      (_) => _.id === receipt_id && _.transaction_id === transaction_id,
    )
    if (receipt === undefined) {
      return yield* Result.fail(new NotFound({ what: "receipt", id: receipt_id }))
    }
    const draft = openDraft(context.transactions)
    const url = urlOf(receipt)
    draft.writes.push(removed("receipts", receipt))
    draft.events.push(eventOf("receipt.deleted", showReceipt(receipt, context.receipts), {}))
    const receipt_urls = before.receipt_urls.filter((_) => _ !== url)
    if (receipt_urls.length < before.receipt_urls.length) {
      putExpense(draft, before, { ...before, receipt_urls, updated: now })
    }
    const isLast = !context.receipts.some(
      (_) => _.file_id === receipt.file_id && _.id !== receipt.id,
    )
    return closeDraft(draft, { receipt, isLast })
  })

/**
 * Returns a receipt as the API shows it; `same` are the oldest receipts with the same bytes, by
 * `created`.
 */
export const showReceipt = (
  receipt: Receipt,
  same: ReadonlyArray<Pick<Receipt, "transaction_id" | "sha256">>,
): ReceiptRecord => ({
  id: receipt.id,
  transaction_id: receipt.transaction_id,
  url: urlOf(receipt),
  media_type: receipt.media_type,
  size: receipt.size,
  sha256: receipt.sha256,
  name: receipt.name,
  duplicate_of:
    same.find((_) => _.sha256 === receipt.sha256 && _.transaction_id !== receipt.transaction_id)
      ?.transaction_id ?? null,
  created: receipt.created,
})
