import type { StorageUnavailable } from "@outlay/domain"
import { type FileKey, fileName, type ListedFile, type ReceiptFiles } from "@outlay/domain/ports"
import { Effect, Stream } from "effect"

/** What copying came to. */
export interface Copied {
  readonly copied: number
  /** Files that are not what their name says: they were left out. */
  readonly altered: ReadonlyArray<FileKey>
}

/**
 * Copies every file of one store that another does not have, or not whole: a file never changes, so
 * that one of the same name and size is the same. What is copied is read whole, and compared with
 * the SHA-256 in its name.
 */
export const copyFiles = Effect.fnUntraced(function* (
  from: ReceiptFiles["Service"],
  to: ReceiptFiles["Service"],
): Effect.fn.Return<Copied, StorageUnavailable> {
  const there = new Map<string, number | null>()
  yield* Stream.runForEach(to.all, (key) => Effect.sync(() => there.set(fileName(key), key.size)))
  const isThere = (key: ListedFile) => {
    const size = there.get(fileName(key))
    return size !== undefined && (size === null || key.size === null || size === key.size)
  }
  let copied = 0
  const altered: Array<FileKey> = []
  const copy = Effect.fnUntraced(function* (key: FileKey) {
    const bytes = yield* from.read(key)
    if (bytes === null) return
    const staged = yield* to.stage(bytes, Number.MAX_SAFE_INTEGER)
    if (staged.sha256 !== key.sha256) altered.push(key)
    else {
      yield* to.keep(staged, key)
      copied++
    }
  })
  yield* Stream.runForEach(from.all, (key) =>
    isThere(key)
      ? Effect.void
      : Effect.catchTag(Effect.scoped(copy(key)), "FileTooLarge", Effect.die),
  )
  return { copied, altered }
})
