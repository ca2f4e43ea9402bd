import { lstat, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileKey, fileName, type ListedFile, ReceiptFiles } from "@outlay/domain/ports"
import { Effect, Layer, Option, Stream } from "effect"
import { bucketOf } from "./bucket.ts"
import type { S3Options } from "./requests.ts"
import { attempt, pathOf, stagingIn, unavailable } from "./stage.ts"

const folderStart = "outlay-receipts-"

/**
 * Returns the folders of all processes of this user. Empty folders are not removed, because one may
 * be in use.
 */
const foldersOfAll = async (): Promise<ReadonlyArray<string>> => {
  const names = await readdir(tmpdir())
  const folders: Array<string> = []
  for (const name of names.filter((each) => each.startsWith(folderStart))) {
    const path = join(tmpdir(), name)
    const found = await lstat(path)
    const own = process.getuid?.() ?? found.uid
    // A folder of another user, or a link, could lead to files that are not receipts.
    if (found.isDirectory() && found.uid === own) folders.push(path)
  }
  return folders
}

const make = (options: S3Options, staging: string): ReceiptFiles["Service"] => {
  const bucket = bucketOf(options)
  return {
    stage: stagingIn(staging, foldersOfAll),
    keep: (file, key) => {
      const { size, sha256 } = file
      const path = pathOf(file)
      const sent = attempt((signal) => bucket.put(fileName(key), { path, size, sha256 }, signal))
      // The disk space is free at once, however long S3 takes for the following requests.
      return Effect.ensuring(
        sent,
        Effect.promise(() => rm(path, { force: true })),
      )
    },
    read: (key) =>
      Effect.map(
        attempt((signal) => bucket.get(fileName(key), 0, signal)),
        (bytes) => (bytes === null ? null : Stream.fromAsyncIterable(bytes, unavailable)),
      ),
    remove: (key) => attempt(() => bucket.remove(fileName(key))),
    all: Stream.paginate(null as string | null, (after) =>
      Effect.map(
        attempt(() => bucket.page("", after)),
        ({ names, sizes, next }) => {
          const files = names.flatMap((name, n): ReadonlyArray<ListedFile> => {
            const key = fileKey(name)
            return key === null ? [] : [{ ...key, size: sizes[n] ?? null }]
          })
          return [files, Option.fromNullishOr(next)] as const
        },
      ),
    ),
  }
}

/**
 * Receipts in a bucket of an S3-compatible service. A file is first received into a local folder,
 * so that it is sent either completely, with its length and its digest, or not at all.
 */
export const S3Files = {
  layer: (options: S3Options): Layer.Layer<ReceiptFiles> =>
    Layer.effect(
      ReceiptFiles,
      Effect.map(
        Effect.acquireRelease(
          Effect.promise(() => mkdtemp(join(tmpdir(), folderStart))),
          (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true })),
        ),
        (folder) => ReceiptFiles.of(make(options, folder)),
      ),
    ),
}
