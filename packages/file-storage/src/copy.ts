import type { StorageUnavailable } from "@outlay/domain"
import { type FileKey, fileName, type ListedFile, type ReceiptFiles } from "@outlay/domain/ports"
import { Effect, Result, Stream } from "effect"
import { Persistence } from "./persistence.ts"

/** A file that could not be read or stored. */
export interface FailedFile {
  readonly key: FileKey
  readonly reason: string
}

/** The result of copying. */
export interface Copied {
  readonly copied: number
  /** Files whose content does not match their name; they were not copied. */
  readonly altered: ReadonlyArray<FileKey>
  /** Files that a store refused to return or to accept; the others are copied nevertheless. */
  readonly failed: ReadonlyArray<FailedFile>
}

/**
 * Copies every file of one store that is missing or truncated in another. Files never change, so
 * files of the same name and size are the same. Each copied file is read completely and compared
 * with the SHA-256 in its name. Fails if a store cannot be listed, or stops working.
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
