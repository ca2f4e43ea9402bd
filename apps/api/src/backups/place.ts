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

/** A folder or a bucket. */
export type BackupPlace = Exclude<ReceiptsPlace, null>

/** Where backups are. Every promise fails with an Error that says what failed. */
export interface Backups {
  /** As it is shown: without the key of a bucket. */
  readonly shown: string
  /** A folder with room for a copy while it is made; null: beside the database. */
  readonly work: string | null
  /** The names of all files of backups. */
  readonly names: () => Promise<ReadonlyArray<string>>
  /** Puts a file of the work folder there, whole and durable or not at all; it may be moved. */
  readonly put: (name: string, path: string) => Promise<void>
  /** The path of a file of some bytes, which may be fetched into `folder`; null: there is none. */
  readonly local: (name: string, folder: string, size: number) => Promise<string | null>
  /** A small file; null where there is none. */
  readonly text: (name: string) => Promise<string | null>
  readonly remove: (name: string) => Promise<void>
  /** Removes what was sent of a file by a process that died meanwhile. */
  readonly abandon: (name: string) => Promise<void>
  /** The files of receipts of all backups. */
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
    // A file is moved here when it is whole.
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

/** What a setting names. */
export const backupsAt = (place: BackupPlace): Backups =>
  "folder" in place ? inFolder(place.folder) : inBucket(place)

/** Writes a small file of a backup. */
export const putText = async (backups: Backups, name: string, text: string, work: string) => {
  const path = join(work, name)
  await writeFile(path, text, { mode: 0o600 })
  await backups.put(name, path)
}

/** A folder that only its owner can read. */
export const ownFolder = (folder: string): void => makeFolder(folder, 0o700)
