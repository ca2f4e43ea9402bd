import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type { ReceiptKey, ReceivedFile } from "../core/records/receipts.ts"
import { Store } from "../core/store.ts"
import type { FileKey } from "./files.ts"
import { receiptById, receiptContext, receiptOfBytes, receiptsOf } from "./looks.ts"
import { decideReceipt, decideReceiptRemoval } from "./rules.ts"

type OfTransaction = Omit<ReceiptKey, "receipt_id">

const make = Effect.gen(function* () {
  const store = yield* Store
  const ids = yield* Ids

  const list = ({ client_id, transaction_id: id }: OfTransaction, page: PageRequest) =>
    existingIn(store.read(client_id, receiptsOf(id, page)), "transaction", id)

  const get = ({ client_id, transaction_id, receipt_id: id }: ReceiptKey) =>
    existingIn(store.read(client_id, receiptById(transaction_id, id)), "receipt", id)

  const sameAs = ({ client_id, sha256 }: Pick<FileKey, "client_id" | "sha256">) =>
    store.read(client_id, receiptOfBytes(sha256))

  const create = Effect.fn("Receipts.create")(function* (key: OfTransaction, file: ReceivedFile) {
    const { client_id, transaction_id } = key
    const command = { ...file, transaction_id, id: yield* ids.uuid, now: yield* currentTime }
    const look = receiptContext({ transaction_id, sha256: file.sha256 })
    return yield* store.change(client_id, look, (context) => decideReceipt(context, command))
  })

  const remove = Effect.fn("Receipts.remove")(function* (key: ReceiptKey) {
    const now = yield* currentTime
    return yield* store.change(key.client_id, receiptContext(key), (context) =>
      decideReceiptRemoval(context, key, now),
    )
  })

  return {
    /** Returns the receipts of a transaction, oldest first. Refused: `NotFound`. */
    list,
    /** Returns a receipt of a transaction, with the id of its file. Refused: `NotFound`. */
    get,
    /** Returns the receipt that already has a file with these bytes; null if the bytes are new. */
    sameAs,
    /**
     * Attaches a file that `ReceiptFiles` has stored. `created` is false if the business had the
     * same bytes before: then the new file is not needed. Refused: `NotFound`, `TooManyReceipts`.
     */
    create,
    /**
     * Removes a receipt. If it was the last one of its file, the file can be removed, after the
     * commit. Refused: `NotFound`.
     */
    remove,
  }
})

/** "Receipts as files": their records. Their bytes are in `ReceiptFiles`. */
export class Receipts extends Context.Service<Receipts, Effect.Success<typeof make>>()(
  "@outlay/domain/Receipts",
) {
  static readonly layer = Layer.effect(Receipts, make)
}
