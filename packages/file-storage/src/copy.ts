import type { StorageUnavailable } from "@outlay/domain"
import { type FileKey, fileName, type ListedFile, type ReceiptFiles } from "@outlay/domain/ports"
import { Effect, Result, Stream } from "effect"
import { Persistence } from "./persistence.ts"

/** A file that could not be read, or not be stored. */
export interface FailedFile {
  readonly key: FileKey
  readonly reason: string
}

/** What copying came to. */
export interface Copied {
  readonly copied: number
  /** Files that are not what their name says: they were left out. */
  readonly altered: ReadonlyArray<FileKey>
  /** Files that a store refused to give, or to take: the others are copied all the same. */
  readonly failed: ReadonlyArray<FailedFile>
}

/**
 * Copies every file of one store that another does not have, or not whole: a file never changes, so
 * that one of the same name and size is the same. What is copied is read whole, and compared with
 * the SHA-256 in its name. Fails where a store cannot be listed, or does not work any more.
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
  const failed: Array<FailedFile> = []
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
  const persistence = new Persistence()
  const tried = Effect.fnUntraced(function* (key: FileKey) {
    const done = yield* Effect.catchTag(
      persistence.try(Effect.scoped(copy(key))),
      "FileTooLarge",
      Effect.die,
    )
    if (Result.isSuccess(done)) return
    if (persistence.isOver) return yield* done.failure
    failed.push({ key, reason: done.failure.reason })
  })
  yield* Stream.runForEach(from.all, (key) => (isThere(key) ? Effect.void : tried(key)))
  return { copied, altered, failed }
})
