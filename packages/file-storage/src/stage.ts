import { createHash, randomBytes } from "node:crypto"
import { open, rm } from "node:fs/promises"
import { join } from "node:path"
import { StorageUnavailable } from "@outlay/domain"
import { FileTooLarge, type ReceiptFiles, type StagedFile } from "@outlay/domain/ports"
import { headBytes } from "@outlay/domain/rules"
import { Effect, type Scope, Stream } from "effect"
import { makeOwnFolder } from "./own-folder.ts"
import { Remains } from "./remains.ts"

/** A store does not work: the next file would fare as this one did. */
class Outage extends StorageUnavailable {}

/** Whether a store does not work, rather than refuse one file. */
export const isOutage = (error: unknown): boolean => error instanceof Outage

/** A connection that broke, and a disk that takes nothing. */
const isOfStore = (error: unknown): boolean =>
  error instanceof TypeError ||
  /^(?:ENOSPC|EDQUOT|EROFS)$/u.test((error as NodeJS.ErrnoException | null)?.code ?? "")

/** What went wrong with files is for the log: a client is told that nothing was saved. */
export const unavailable = (error: unknown): StorageUnavailable => {
  const reason = error instanceof Error ? error.message : String(error)
  return isOfStore(error) ? new Outage({ reason }) : new StorageUnavailable({ reason })
}

/** Work with files, which fails as the domain knows it. Its signal says that it can be given up. */
export const attempt = <A>(
  work: (signal: AbortSignal) => Promise<A>,
): Effect.Effect<A, StorageUnavailable> => Effect.tryPromise({ try: work, catch: unavailable })

/** Where a staged file is, until it is kept or its scope closes. */
export const pathOf = ({ place }: StagedFile): string => String(place)

/**
 * Receives files into a folder, one chunk at a time: what is said of them is worked out on the way.
 * What was left in one of `folders` when a process was killed is removed with the first of them.
 */
export const stagingIn = (
  folder: string,
  folders = async (): Promise<ReadonlyArray<string>> => [folder],
): ReceiptFiles["Service"]["stage"] => {
  const remains = new Remains(folders)
  return Effect.fnUntraced(function* <E>(
    bytes: Stream.Stream<Uint8Array, E>,
    maximum: number,
  ): Effect.fn.Return<StagedFile, E | FileTooLarge | StorageUnavailable, Scope.Scope> {
    const path = join(folder, randomBytes(12).toString("hex"))
    yield* attempt(() => makeOwnFolder(folder))
    yield* Effect.addFinalizer(() => Effect.promise(() => rm(path, { force: true })))
    const file = yield* Effect.acquireRelease(
      attempt(() => open(path, "wx", 0o600)),
      (opened) => Effect.promise(() => opened.close()),
    )
    yield* attempt(async () => remains.remove((await file.stat()).mtimeMs))
    const hash = createHash("sha256")
    const head = new Uint8Array(headBytes)
    let size = 0
    const take = (chunk: Uint8Array): Effect.Effect<void, FileTooLarge | StorageUnavailable> => {
      head.set(chunk.subarray(0, Math.max(0, headBytes - size)), Math.min(size, headBytes))
      size += chunk.length
      if (size > maximum) return Effect.fail(new FileTooLarge({ maximum }))
      hash.update(chunk)
      return attempt(() => file.writeFile(chunk))
    }
    yield* Stream.runForEach(bytes, take)
    yield* attempt(() => file.sync())
    return {
      size,
      sha256: hash.digest("hex"),
      head: head.subarray(0, Math.min(size, headBytes)),
      place: path,
    }
  })
}
