import { Schema } from "effect"
import {
  choice,
  client_id,
  count,
  internal,
  nullable,
  text,
  timestamp,
  urlOrPath,
  uuid,
} from "../fields.ts"

/** Media types of receipts, "judged by its first bytes". */
export const receiptMediaTypes = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/heic",
  "application/pdf",
] as const
export type ReceiptMediaType = (typeof receiptMediaTypes)[number]

/**
 * A file that is attached to a transaction. Its content is in a `ReceiptFiles` and never changes.
 */
export const Receipt = Schema.Struct({
  client_id,
  id: uuid("Id of the receipt."),
  transaction_id: uuid("Transaction that the receipt belongs to."),
  /** Receipts with the same content share the stored file. */
  file_id: internal(uuid("Id of the stored file.")),
  media_type: choice(receiptMediaTypes, "Media type, determined from the content."),
  size: count("Size in bytes."),
  sha256: text("SHA-256 of the content, in hex."),
  name: text("File name, with the extension of its type."),
  created: timestamp("Time of the upload."),
})
export interface Receipt extends Schema.Schema.Type<typeof Receipt> {}

/** A receipt as the interface shows it. */
export const ReceiptRecord = Schema.Struct({
  id: Receipt.fields.id,
  transaction_id: Receipt.fields.transaction_id,
  url: urlOrPath("Path of the file; `receipt_urls` of the transaction contains it."),
  media_type: Receipt.fields.media_type,
  size: Receipt.fields.size,
  sha256: Receipt.fields.sha256,
  name: Receipt.fields.name,
  /** "A `duplicate_of` where it hangs on another transaction". */
  duplicate_of: nullable(uuid(), "Another transaction that already had the same file, or null."),
  created: Receipt.fields.created,
}).annotate({
  identifier: "Receipt",
  description: "Receipt of a transaction: a picture or a PDF.",
})
export interface ReceiptRecord extends Schema.Schema.Type<typeof ReceiptRecord> {}

export interface ReceiptKey {
  readonly client_id: number
  readonly transaction_id: string
  readonly receipt_id: string
}

/** A received file that is stored under this id. */
export interface ReceivedFile {
  readonly file_id: string
  readonly media_type: ReceiptMediaType
  readonly size: number
  readonly sha256: string
  readonly name: string
}

/** A received file that may become a receipt. */
export interface Upload extends ReceivedFile {
  /**
   * True if a receipt uses the file. The creator of the receipt sets it; otherwise the file is
   * removed.
   */
  taken: boolean
}

/** A new receipt, or the existing one of a file that was uploaded before. */
export interface UploadedReceipt {
  /**
   * False if the business already had a receipt with the same content. The new file is then not
   * needed.
   */
  readonly created: boolean
  readonly receipt: ReceiptRecord
}
