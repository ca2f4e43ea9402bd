import { createHash } from "node:crypto"
import type { Receipt } from "@outlay/domain/fields"
import { fileName, ReceiptFiles, receiptById, Store, VerificationStore } from "@outlay/domain/ports"
import { type FoundRow, mostNamed } from "@outlay/sql-storage"
import { Effect, Stream } from "effect"

/** What a store has of a file: its SHA-256 and its size, or that it is not there. */
const contentOf = Effect.fnUntraced(function* (receipt: Receipt) {
  const bytes = yield* ReceiptFiles.use((_) => _.read(receipt))
  if (bytes === null) return "missing"
  const hash = createHash("sha256")
  let size = 0
  yield* Stream.runForEach(bytes, (chunk) =>
    Effect.sync(() => {
      hash.update(chunk)
      size += chunk.length
    }),
  )
  return `${hash.digest("hex")}, ${size} bytes`
})

/** Whether a store has the file of a receipt, whose name has the SHA-256 of its bytes. */
export type HasFile = (name: string) => boolean

/**
 * Reads the file of every receipt of a business: each must be there, and be what was received; or
 * only asks whether it is there.
 */
export const inspectReceipts = Effect.fnUntraced(function* (
  client_id: number,
  hasFile: HasFile | null,
) {
  const store = yield* VerificationStore
  const kept = yield* Store
  const rows: Array<Omit<FoundRow, "total">> = []
  let receipts = 0
  let wrong = 0
  yield* Stream.runForEach(store.records(client_id, "receipts"), (receipt) =>
    Effect.gen(function* () {
      receipts++
      const expected = `${receipt.sha256}, ${receipt.size} bytes`
      const found =
        hasFile === null
          ? yield* contentOf(receipt)
          : hasFile(fileName(receipt))
            ? expected
            : "missing"
      if (found === expected) return
      const look = receiptById(receipt.transaction_id, receipt.id)
      if ((yield* kept.read(client_id, look)) === null) return
      wrong++
      if (rows.length < mostNamed) rows.push({ id: receipt.id, field: "file", expected, found })
    }),
  )
  return { receipts, rows: rows.map((row): FoundRow => ({ ...row, total: wrong })) }
})
