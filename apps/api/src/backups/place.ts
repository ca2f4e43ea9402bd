import { createWriteStream } from "node:fs"
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReceiptFiles } from "@outlay/domain/ports"
import { type Bucket, bucketOf, FolderFiles, S3Files } from "@outlay/file-storage"
import { makeDurable } from "@outlay/sqlite-storage"
import type { Layer } from "effect"
import { makeFolder } from "../make-folder.ts"
import type { ReceiptsPlace } from "../receipts-place.ts"
import { fileFacts } from "./file-facts.ts"
import { nameStart, receiptsFolder } from "./manifest.ts"

/** Location of backups: a folder or a bucket. */
export type BackupPlace = Exclude<ReceiptsPlace, null>

/** Storage of backups. Promises reject with an Error that describes the failure. */
export interface Backups {
  /** Location as shown to people, without the key of a bucket. */
  readonly shown: string
  /** Folder with space for a copy while it is made; null means next to the database. */
  readonly work: string | null
  /** Returns the names of all backup files. */
  readonly names: () => Promise<ReadonlyArray<string>>
  /** Stores a file of the work folder, atomically and durably. May move the file. */
  readonly put: (name: string, path: string) => Promise<void>
  /** Returns the path of a file, downloaded to `folder` if needed; null if it is missing. */
  readonly local: (name: string, folder: string, size: number) => Promise<string | null>
  /** Returns the content of a small file; null if it is missing. */
  readonly text: (name: string) => Promise<string | null>
  readonly remove: (name: string) => Promise<void>
  /** Removes the partial upload of a process that died. */
  readonly abandon: (name: string) => Promise<void>
  /** Receipt files of all backups. */
  readonly receipts: Layer.Layer<ReceiptFiles>
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT"

const orNull = async <A>(work: Promise<A>): Promise<A | null> => {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const inFolder = (folder: string): Backups => {
  const path = (name: string) => join(folder, name)
  return {
    shown: folder,
    work: folder,
    names: async () => {
      const names = (await orNull(readdir(folder))) ?? []
      return names.filter((name) => name.startsWith(nameStart)).toSorted()
    },
    put: async (name, from) => {
      await makeDurable(from)
      await rename(from, path(name))
      await makeDurable(path(name))
    },
    local: async (name) => {
      const opened = await orNull(readdir(folder))
      return opened?.includes(name) === true ? path(name) : null
    },
    text: (name) => orNull(readFile(path(name), "utf8")),
    remove: (name) => rm(path(name), { force: true }),
    // There are no partial files: only complete files are moved here.
    abandon: () => Promise.resolve(),
    receipts: FolderFiles.layer(join(folder, receiptsFolder)),
  }
}

const allNames = async (bucket: Bucket): Promise<ReadonlyArray<string>> => {
  const all: Array<string> = []
  let after: string | null = null
  do {
    const { names, next } = await bucket.page(nameStart, after)
    all.push(...names)
    after = next
  } while (after !== null)
  return all
}

const inBucket = ({ s3 }: Extract<BackupPlace, { s3: unknown }>): Backups => {
  const bucket = bucketOf(s3)
  return {
    shown: `s3:${s3.url}`,
    work: null,
    names: () => allNames(bucket),
    put: async (name, path) => bucket.put(name, { path, ...(await fileFacts(path)) }),
    local: async (name, folder, size) => {
      const bytes = await bucket.get(name, size)
      if (bytes === null) return null
      const path = join(folder, name)
      await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }))
      return path
    },
    text: async (name) => {
      const bytes = await bucket.get(name)
      return bytes === null ? null : new Response(bytes).text()
    },
    remove: bucket.remove,
    abandon: bucket.abandon,
    receipts: S3Files.layer({ ...s3, url: `${s3.url.replace(/\/+$/u, "")}/${receiptsFolder}` }),
  }
}

/** Opens the backups in a folder or bucket. */
export const backupsAt = (place: BackupPlace): Backups =>
  "folder" in place ? inFolder(place.folder) : inBucket(place)

/** Writes a small file of a backup. */
export const putText = async (backups: Backups, name: string, text: string, work: string) => {
  const path = join(work, name)
  await writeFile(path, text, { mode: 0o600 })
  await backups.put(name, path)
}

/** Creates a folder that only its owner can read. */
export const ownFolder = (folder: string): void => makeFolder(folder, 0o700)
