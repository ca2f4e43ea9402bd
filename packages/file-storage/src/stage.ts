import { createHash, randomBytes } from "node:crypto"
import { open, rm } from "node:fs/promises"
import { join } from "node:path"
import { StorageUnavailable } from "@outlay/domain"
import { FileTooLarge, type ReceiptFiles, type StagedFile } from "@outlay/domain/ports"
import { headBytes } from "@outlay/domain/rules"
import { Effect, type Scope, Stream } from "effect"
import { makeOwnFolder } from "./own-folder.ts"
import { Remains } from "./remains.ts"

/** A store that does not work: the next file would fail as well. */
class Outage extends StorageUnavailable {}

/** Returns true if a store does not work, as opposed to refusing one file. */
export const isOutage = (error: unknown): boolean => error instanceof Outage

/** Returns true for a broken connection, or a disk that accepts no data. */
const isOfStore = (error: unknown): boolean =>
  error instanceof TypeError ||
  /^(?:ENOSPC|EDQUOT|EROFS)$/u.test((error as NodeJS.ErrnoException | null)?.code ?? "")

/** Keeps the reason for the log: a client only learns that nothing was saved. */
export const unavailable = (error: unknown): StorageUnavailable => {
  const reason = error instanceof Error ? error.message : String(error)
  return isOfStore(error) ? new Outage({ reason }) : new StorageUnavailable({ reason })
}

/**
 * Runs an operation on files, with the errors of the domain. Its signal aborts when it is
 * interrupted.
 */
export const attempt = <A>(
  work: (signal: AbortSignal) => Promise<A>,
): Effect.Effect<A, StorageUnavailable> => Effect.tryPromise({ try: work, catch: unavailable })

/** Returns the path of a staged file, until it is stored or its scope closes. */
export const pathOf = ({ place }: StagedFile): string => String(place)

/**
 * Receives files into a folder, one chunk at a time, and computes size, digest and first bytes on
 * the way. The first one removes the files in `folders` that killed processes left.
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
