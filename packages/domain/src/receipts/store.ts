import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import type { ReceiptKey } from "../core/records/receipts.ts"
import { changeOf, Store } from "../core/store.ts"
import { receiptById, receiptContext, receiptsOf } from "./looks.ts"
import { showReceipt } from "./rules.ts"

const make = Effect.map(Store, (store) => ({
  get: ({ client_id, transaction_id, receipt_id }: ReceiptKey) =>
    store.read(client_id, receiptById(transaction_id, receipt_id)),
  /** By `created` ascending, ties by id; null if the business has no such transaction. */
  page: ({ client_id, transaction_id }: Omit<ReceiptKey, "receipt_id">, page: PageRequest) =>
    Effect.map(store.read(client_id, receiptsOf(transaction_id, page)), (found) =>
      found === null
        ? null
        : {
            count: found.page.count,
            results: found.page.results.map((_) => showReceipt(_, found.same)),
          },
    ),
  /** Decides on what `receiptContext` looks at: see `Store`. */
  change: changeOf(store, receiptContext),
}))

/** Keeps what is known of receipts; `ReceiptFiles` keeps their bytes. */
export class ReceiptStore extends Context.Service<ReceiptStore, Effect.Success<typeof make>>()(
  "@outlay/domain/ReceiptStore",
) {
  static readonly layer = Layer.effect(ReceiptStore, make)
}
