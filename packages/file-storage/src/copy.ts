import type { StorageUnavailable } from "@outlay/domain"
import { type FileKey, fileName, type ReceiptFiles } from "@outlay/domain/ports"
import { Effect, Stream } from "effect"

/** What copying came to. */
export interface Copied {
  readonly copied: number
  /** Files that are not what their name says: they were left out. */
  readonly altered: ReadonlyArray<FileKey>
}

/**
 * Copies every file of one store that another does not have: a file never changes, so that one of
 * the same name is the same. What is copied is read whole, and compared with the SHA-256 in its
 * name.
 */
export const copyFiles = Effect.fnUntraced(function* (
  from: ReceiptFiles["Service"],
  to: ReceiptFiles["Service"],
): Effect.fn.Return<Copied, StorageUnavailable> {
  const there = new Set<string>()
  yield* Stream.runForEach(to.all, (key) => Effect.sync(() => there.add(fileName(key))))
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
    there.has(fileName(key))
      ? Effect.void
      : Effect.catchTag(Effect.scoped(copy(key)), "FileTooLarge", Effect.die),
  )
  return { copied, altered }
})
