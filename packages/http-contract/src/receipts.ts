import {
  type Receipt,
  ReceiptRecord,
  receiptMediaTypes,
  type Upload,
  type UploadedReceipt,
} from "@outlay/domain/fields"
import { declaredTypes, maxReceiptBytes, NoThumbnail, TooManyReceipts } from "@outlay/domain/rules"
import { endpoint, file, one, pageOf, type Success, uploadEndpoint } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound, problem } from "./shared/problem.ts"
import { page, text } from "./shared/query.ts"
import * as value from "./shared/values.ts"
import { wire } from "./shared/wire.ts"

export const receipt = wire(ReceiptRecord, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50",
    transaction_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b41",
    url: "/v2/businesses/7/transactions/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b41/receipts/0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50",
    media_type: "image/jpeg",
    size: 182_044,
    sha256: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    name: "lunch.jpg",
    duplicate_of: null,
    created: "2026-11-02T03:20:00.412Z",
  },
})

export const tooManyReceipts = problem(TooManyReceipts, "The transaction has too many receipts", {
  values: { maximum: value.integer },
})

export const noThumbnail = problem(NoThumbnail, "The receipt has no thumbnail", {
  status: 404,
  values: { reason: value.oneOf("not-a-picture", "not-drawable", "not-available") },
})

/** "→ 201 …; the same bytes twice in a business: 200 with what is there." */
const uploaded: Success<UploadedReceipt, typeof receipt.schema.Type> = {
  ...one(
    {
      schema: receipt.schema,
      encode: (upload: UploadedReceipt, business) => receipt.encode(upload.receipt, business),
    },
    201,
  ),
  statusOf: ({ created }) => (created ? 201 : 200),
}

/** 204; the handler's result is the receipt whose file is no longer needed, or null. */
const removed: Success<Receipt | null, void> = {
  status: 204,
  schema: null,
  kind: "none",
  encode: () => undefined,
}

const all = "/v2/businesses/{client_id}/transactions/{transaction_id}/receipts"
const each = "/v2/businesses/{client_id}/transactions/{transaction_id}/receipts/{receipt_id}"
const ofTransaction = { client_id, transaction_id: uuidId("Id of the transaction.") }
const ofReceipt = { ...ofTransaction, receipt_id: uuidId("Id of the receipt.") }

export const receipts = {
  list: endpoint({
    operation: "receipts.list",
    method: "GET",
    path: all,
    access: { resource: "transactions", action: "read" },
    self: "transactions.read",
    summary: "List the receipts of a transaction",
    description: "Returns the files that are attached to a transaction, oldest first.",
    params: ofTransaction,
    query: page,
    success: pageOf(receipt),
    problems: [notFound],
  }),
  create: uploadEndpoint({
    operation: "receipts.create",
    method: "POST",
    path: all,
    access: { resource: "transactions", action: "update" },
    self: "transactions.change",
    summary: "Attach a receipt",
    description:
      "Attaches a PNG, JPEG, WebP, HEIC or PDF file of at most 20 MiB and adds its `url` to the `receipt_urls` of the transaction. The type is determined from the content; if the name lacks the extension of that type, it is appended. If the business already has the same file, the file is stored only once, the response is 200, and `duplicate_of` names another transaction that has it, if there is one.",
    params: ofTransaction,
    query: {
      name: text(
        "File name, if the body is the bare file; a multipart body has its own.",
        255,
        "lunch.jpg",
      ),
    },
    upload: { mediaTypes: declaredTypes, maximum: maxReceiptBytes },
    received: (): Upload => {
      throw new Error("Only the type counts")
    },
    success: uploaded,
    problems: [notFound, tooManyReceipts],
  }),
  get: endpoint({
    operation: "receipts.get",
    method: "GET",
    path: each,
    access: { resource: "transactions", action: "read" },
    self: "transactions.read",
    summary: "Download a receipt",
    description:
      "Returns the file as an attachment, with the media type determined from its content. The headers make browsers save it and never execute it.",
    params: ofReceipt,
    success: file(receiptMediaTypes),
    problems: [notFound],
  }),
  thumbnail: endpoint({
    operation: "receipts.thumbnail",
    method: "GET",
    path: `${each}/thumbnail`,
    access: { resource: "transactions", action: "read" },
    self: "transactions.read",
    summary: "Download the thumbnail of a receipt",
    description:
      "Returns a picture of at most 256 by 256 pixels for a PNG, JPEG or WebP receipt, rotated according to its EXIF data. It is created at the first request and stored with the file. The response is 404 `no_thumbnail` for other file types, for pictures that are damaged or larger than 50 megapixels, and on servers without `sharp`.",
    params: ofReceipt,
    success: file(["image/webp"]),
    problems: [notFound, noThumbnail],
  }),
  remove: endpoint({
    operation: "receipts.remove",
    method: "DELETE",
    path: each,
    access: { resource: "transactions", action: "update" },
    self: "transactions.change",
    summary: "Remove a receipt",
    description:
      "Removes the receipt, and its `url` from the `receipt_urls` of the transaction. Deletes the file if no other receipt uses it.",
    params: ofReceipt,
    success: removed,
    problems: [notFound],
  }),
}
