import { Receipts } from "@outlay/domain"
import {
  Questions,
  receiptById,
  receiptContext,
  receiptOfBytes,
  receiptsOf,
  Store,
} from "@outlay/domain/ports"
import { Effect } from "effect"
import fc from "fast-check"
import { nth, work } from "../agreement/commands.ts"
import type { Resource } from "../resources.ts"

const contents = fc.constantFrom("a", "b", "c")

const createReceipt = work(
  "create receipt",
  fc.record({ of: nth, content: contents, file: fc.uuid() }),
  ({ of, content, file }) =>
    (known) =>
      Receipts.use((_) =>
        _.create(known.transaction(of), {
          ...{ file_id: file, media_type: "image/png", size: 70, name: `${content}.png` },
          sha256: content.repeat(64),
        }),
      ),
)

/** Returns the transaction of a receipt, or "none". */
const ownerOf = ({ client_id, id }: { readonly client_id: number; readonly id: string }) =>
  Effect.map(
    Store.use((store) =>
      store.read(client_id, Questions.answerTo(Questions.one("receipts", { id }))),
    ),
    (receipt) => receipt?.transaction_id ?? "none",
  )

const removeReceipt = work("remove receipt", nth, (of) => (known) => {
  const row = known.row("receipts", of)
  const { client_id, id: receipt_id } = row
  return Effect.flatMap(ownerOf(row), (transaction_id) =>
    Receipts.use((_) => _.remove({ client_id, transaction_id, receipt_id })),
  )
})

export const resource: Resource = {
  table: "receipts",
  looks: [
    receiptContext({ transaction_id: "t", sha256: "s" }),
    receiptContext({ transaction_id: "t", receipt_id: "r" }),
    receiptById("t", "r"),
    receiptOfBytes("s"),
    receiptsOf("t", { offset: 0, limit: 50 }),
  ],
  commands: [
    [3, createReceipt],
    [1, removeReceipt],
  ],
}
