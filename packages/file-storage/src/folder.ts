import { once } from "node:events"
import { createReadStream } from "node:fs"
import { open, opendir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import {
  type FileKey,
  fileKey,
  fileName,
  type ListedFile,
  ReceiptFiles,
} from "@outlay/domain/ports"
import { Effect, Layer, Stream } from "effect"
import { makeOwnFolder } from "./own-folder.ts"
import { attempt, pathOf, stagingIn, unavailable } from "./stage.ts"

/** Persists a rename: it is on disk only after its folder is synced. */
const syncFolder = async (folder: string): Promise<void> => {
  // Windows cannot open a folder, and needs no sync of one.
  if (process.platform === "win32") return
  const opened = await open(folder, "r")
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT"

/**
 * Number of files whose sizes are read concurrently: one at a time, 100,000 take 4 seconds instead
 * of 0.5.
 */
const filesAtOnce = 256

/** Yields all files; none if the folder does not exist. */
async function* filesIn(folder: string): AsyncGenerator<ListedFile, void> {
  for (const business of await entriesOf(folder)) {
    if (!/^[1-9][0-9]*$/u.test(business)) continue
    let keys: Array<FileKey> = []
    for await (const { name } of await opendir(join(folder, business))) {
      const key = fileKey(`${business}/${name}`)
      if (key === null) continue
      keys.push(key)
      if (keys.length < filesAtOnce) continue
      yield* await sized(folder, keys)
      keys = []
    }
    yield* await sized(folder, keys)
  }
}

/** Returns the files with their sizes, without those that were removed in the meantime. */
const sized = async (
  folder: string,
  keys: ReadonlyArray<FileKey>,
): Promise<ReadonlyArray<ListedFile>> => {
  const files = await Promise.all(
    keys.map(async (key) => ({ ...key, size: await sizeOf(join(folder, fileName(key))) })),
  )
  return files.filter(({ size }) => size !== null)
}

/** Returns the size in bytes; null if the file was removed in the meantime. */
const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const entriesOf = async (folder: string): Promise<ReadonlyArray<string>> => {
  try {
    const names: Array<string> = []
    for await (const { name } of await opendir(folder)) names.push(name)
    return names
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Returns the bytes of a file; null if it does not exist. */
const bytesOf = async (path: string) => {
  const stream = createReadStream(path)
  try {
    await once(stream, "open")
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  return stream
}

const make = (folder: string): ReceiptFiles["Service"] => {
  const pathOfKey = (key: FileKey) => join(folder, fileName(key))
  return {
    stage: stagingIn(join(folder, ".staged")),
    keep: (file, key) => {
      const moveFile = attempt(async () => {
        const path = pathOfKey(key)
        const business = dirname(path)
        await makeOwnFolder(business)
        await rename(pathOf(file), path)
        await syncFolder(business)
        await syncFolder(folder)
      })
      // After an interruption, the file could be stored without anyone knowing that it has to be
      // removed.
      return Effect.uninterruptible(moveFile)
    },
    read: (key) =>
      Effect.map(
        attempt(() => bytesOf(pathOfKey(key))),
        (stream) => (stream === null ? null : Stream.fromAsyncIterable(stream, unavailable)),
      ),
    remove: (key) => attempt(() => rm(pathOfKey(key), { force: true })),
    all: Stream.suspend(() => Stream.fromAsyncIterable(filesIn(folder), unavailable)),
  }
}

/**
 * Receipts in a folder: each business has a folder with a file for each distinct content, named by
 * its id and the SHA-256 of its bytes. The folder is created when the first file arrives.
 */
export const FolderFiles = {
  layer: (folder: string): Layer.Layer<ReceiptFiles> =>
    Layer.sync(ReceiptFiles, () => ReceiptFiles.of(make(folder))),
}
