import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { Receipt, ReceiptKey, ReceiptRecord } from "../core/records/receipts.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { type ReceiptChange, receiptById, receiptContext, receiptsOf } from "./looks.ts"
import { type ReceiptContext, showReceipt } from "./rules.ts"

/** Keeps what is known of receipts; `ReceiptFiles` keeps their bytes. */
export class ReceiptStore extends Context.Service<
  ReceiptStore,
  {
    readonly get: (key: ReceiptKey) => Effect.Effect<Receipt | null, StorageUnavailable>
    /** By `created` ascending, ties by id; null if the business has no such transaction. */
    readonly page: (
      key: Omit<ReceiptKey, "receipt_id">,
      page: PageRequest,
    ) => Effect.Effect<Page<ReceiptRecord> | null, StorageUnavailable>
    /** Decides on what `receiptContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: ReceiptChange,
      decide: Decide<ReceiptContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/ReceiptStore") {
  static readonly layer = Layer.effect(
    ReceiptStore,
    Effect.map(Store, (store) => ({
      get: ({ client_id, transaction_id, receipt_id }) =>
        store.read(client_id, receiptById(transaction_id, receipt_id)),
      page: ({ client_id, transaction_id }, request) =>
        Effect.map(store.read(client_id, receiptsOf(transaction_id, request)), (found) =>
          found === null
            ? null
            : {
                count: found.page.count,
                results: found.page.results.map((_) => showReceipt(_, found.same)),
              },
        ),
      change: (change, decide) => store.change(change.client_id, receiptContext(change), decide),
    })),
  )
}
