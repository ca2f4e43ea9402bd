import { createHash } from "node:crypto"
import type { Receipt } from "@outlay/domain/fields"
import { fileName, ReceiptFiles, receiptById, Store, VerificationStore } from "@outlay/domain/ports"
import type { Persistence } from "@outlay/file-storage"
import { type FoundRow, mostNamed, namedFiles, Sql } from "@outlay/sql-storage"
import { Context, Effect, Layer, Result, Stream } from "effect"
import { failedAs } from "../failure.ts"
import { fileLayer } from "../layers.ts"
import type { Uncopied } from "../receipts.ts"

/** Returns the SHA-256 and size of a stored file, or that it is missing. */
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

/**
 * Fails if receipts could not be copied, or if receipt files of the database are missing or
 * incomplete in a store. The message begins with `done`, which remains valid.
 */
export const checkReceipts = Effect.fnUntraced(function* (
  database: string,
  files: ReceiptFiles["Service"],
  done: string,
  uncopied: Uncopied | null,
) {
  if (uncopied?.isOutage === true) {
    return yield* failedAs(
      "unavailable",
      `${done}, but receipts cannot be copied: ${uncopied.reason}. Run it again with --force when they can.`,
    )
  }
  const sizes = new Map<string, number | null>()
  let named = 0
  let amiss = 0
  let first = ""
  const storage = yield* Layer.build(fileLayer({ file: database, mode: "readable" }))
  const sql = Context.get(storage, Sql)
  yield* Stream.runForEach(files.all, (key) =>
    Effect.sync(() => sizes.set(fileName(key), key.size)),
  )
  yield* Stream.runForEach(sql.stream(namedFiles, {}), ({ size, ...key }) =>
    Effect.sync(() => {
      named++
      const found = sizes.get(fileName(key))
      if (found === null || found === size) return
      if (amiss++ === 0) first = fileName(key)
    }),
  )
  if (amiss === 0) return
  const why = uncopied === null ? "" : ` Some cannot be copied: ${uncopied.reason}.`
  return yield* failedAs(
    "differs",
    `${done}, but ${amiss} of ${named} receipt files are missing or damaged, the first is ${first}.${why} Restore them from another copy, and run outlay verify.`,
  )
})

/** True if a store has the file of a receipt. The name contains the SHA-256 of the content. */
export type HasFile = (name: string) => boolean

/** Unreadable files: their number, and the id and reason of the first one. */
export interface Unread {
  readonly files: number
  readonly id: string
  readonly reason: string
}

/**
 * Checks that the file of every receipt of a business exists and has the received content; with
 * `hasFile`, only that it exists. Unreadable files are reported separately.
 */
export const inspectReceipts = Effect.fnUntraced(function* (
  client_id: number,
  hasFile: HasFile | null,
  persistence: Persistence,
) {
  const store = yield* VerificationStore
  const recordStore = yield* Store
  const rows: Array<Omit<FoundRow, "total">> = []
  let receipts = 0
  let wrong = 0
  const unread = { files: 0, id: "", reason: "" }
  const contentIn = Effect.fnUntraced(function* (receipt: Receipt) {
    if (!persistence.isOver) {
      const content = yield* persistence.try(contentOf(receipt))
      if (Result.isSuccess(content)) return content.success
      unread.reason ||= content.failure.reason
    }
    unread.id ||= receipt.id
    unread.files++
    return null
  })
  yield* Stream.runForEach(store.records(client_id, "receipts"), (receipt) =>
    Effect.gen(function* () {
      const expected = `${receipt.sha256}, ${receipt.size} bytes`
      const found =
        hasFile === null
          ? yield* contentIn(receipt)
          : hasFile(fileName(receipt))
            ? expected
            : "missing"
      if (found === null) return
      receipts++
      if (found === expected) return
      const look = receiptById(receipt.transaction_id, receipt.id)
      if ((yield* recordStore.read(client_id, look)) === null) return
      wrong++
      if (rows.length < mostNamed) rows.push({ id: receipt.id, field: "file", expected, found })
    }),
  )
  const isRead = unread.files === 0
  return {
    receipts,
    unread: isRead ? null : unread,
    rows: rows.map((row): FoundRow => ({ ...row, total: wrong })),
  }
})
