import { createHash } from "node:crypto"
import { Receipts, StorageUnavailable } from "@outlay/domain"
import type { Receipt, ReceiptKey } from "@outlay/domain/fields"
import { type FileKey, ReceiptFiles } from "@outlay/domain/ports"
import { Effect, Stream } from "effect"

const missing = (id: string) =>
  new StorageUnavailable({ reason: `The stored file of receipt ${id} is missing` })

/** The bytes of a receipt's file from the store; fails if it has none. */
export const storedBytes = Effect.fnUntraced(function* (receipt: Receipt) {
  const bytes = yield* ReceiptFiles.use((_) => _.read(receipt))
  return bytes ?? (yield* missing(receipt.id))
})

/**
 * Runs work on the file of a receipt. If it fails and the receipt was removed in the meantime: 404.
 */
export const unlessRemoved = <A, R>(
  key: ReceiptKey,
  work: Effect.Effect<A, StorageUnavailable, R>,
) => Effect.tapError(work, () => Receipts.use((_) => _.get(key)))

/**
 * The bytes of a receipt's file; fails at their end if they differ from those that were received.
 */
export const received = <E>({ id, sha256 }: Receipt, bytes: Stream.Stream<Uint8Array, E>) =>
  Stream.suspend(() => {
    const hash = createHash("sha256")
    const hashed = Stream.tap(bytes, (chunk) => Effect.sync(() => void hash.update(chunk)))
    const other = new StorageUnavailable({
      reason: `The stored file of receipt ${id} does not have the bytes that were received`,
    })
    const check = Effect.suspend(() =>
      hash.digest("hex") === sha256 ? Effect.void : Effect.fail(other),
    )
    return Stream.concat(hashed, Stream.fromEffectDrain(check))
  })

/**
 * True if the store has the file exactly as it was received. A file that it cannot read counts as
 * missing.
 */
const isWhole = (receipt: Receipt) =>
  Effect.gen(function* () {
    yield* Stream.runDrain(received(receipt, yield* storedBytes(receipt)))
    return true
  }).pipe(Effect.catchTag("StorageUnavailable", () => Effect.succeed(false)))

/**
 * Restores the file of an existing receipt with the same bytes as the new file, if the store has
 * lost or damaged it.
 */
export const restoreFile = Effect.fnUntraced(function* (key: FileKey, size: number) {
  const sameAs = Receipts.use((_) => _.sameAs(key))
  const receipt = yield* sameAs
  if (receipt === null || (yield* isWhole(receipt))) return
  const files = yield* ReceiptFiles
  const bytes = yield* storedBytes({ ...receipt, ...key })
  const staged = yield* Effect.catchTag(files.stage(bytes, size), "FileTooLarge", Effect.die)
  yield* files.keep(staged, receipt)
  yield* Effect.logWarning(`The file of receipt ${receipt.id} was lost or damaged: it is restored`)
  // A receipt that was removed in the meantime can never have the file again.
  if ((yield* sameAs)?.file_id !== receipt.file_id) yield* files.remove(receipt)
}, Effect.scoped)
