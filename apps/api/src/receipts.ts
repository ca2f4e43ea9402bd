import { accessSync, constants, existsSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { ReceiptFiles } from "@outlay/domain/ports"
import { copyFiles, FolderFiles, S3Files } from "@outlay/file-storage"
import { Context, Effect, Layer } from "effect"
import { isServer } from "./database-url.ts"
import type { ReceiptsPlace } from "./receipts-place.ts"

/**
 * Returns the receipts folder next to a database or a backup, such as `data/outlay-receipts`. A
 * server has no folder, so it uses the one of the default database.
 */
export const receiptsBeside = (file: string): string =>
  isServer(file)
    ? "data/outlay-receipts"
    : join(dirname(file), `${basename(file).replace(/\.db$/u, "")}-receipts`)

/** Receipt files of a database. */
export const receiptFiles = (place: ReceiptsPlace, file: string): Layer.Layer<ReceiptFiles> => {
  if (place === null) return FolderFiles.layer(receiptsBeside(file))
  return "folder" in place ? FolderFiles.layer(place.folder) : S3Files.layer(place.s3)
}

/** Key of a file that no receipt has. */
const nowhere = { client_id: 1, file_id: "0".repeat(36), sha256: "0".repeat(64) }

/** Returns why a folder cannot be used, or null. A missing folder is created later. */
const faultOf = (folder: string): string | null => {
  const path = resolve(folder)
  if (!existsSync(path)) return faultOf(dirname(path))
  if (!statSync(path).isDirectory()) return `${path} is not a folder`
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return null
  } catch {
    return `the service may not write to ${path}`
  }
}

/**
 * Logs at startup if receipt files are unavailable. The service still starts, because everything
 * else works and a bucket may become available at any time.
 */
export const warnOfReceipts = (place: ReceiptsPlace, file: string) =>
  Effect.gen(function* () {
    const isBucket = place !== null && "s3" in place
    const folder = place !== null && "folder" in place ? place.folder : receiptsBeside(file)
    const fault = isBucket ? null : yield* Effect.sync(() => faultOf(folder))
    if (fault !== null) return yield* warnOf(fault)
    const read = ReceiptFiles.use((_) => _.read(nowhere))
    yield* Effect.catchTag(read, "StorageUnavailable", ({ reason }) => warnOf(reason))
  })

const warnOf = (reason: string) =>
  Effect.logWarning(
    `Receipts cannot be uploaded or read now: ${reason}. Check OUTLAY_RECEIPTS_URL.`,
  )

/** Opens a store of files until the scope closes. A bucket uses a temporary folder until then. */
export const filesOf = (layer: Layer.Layer<ReceiptFiles>) =>
  Effect.map(Layer.build(layer), Context.get(ReceiptFiles))

/** Why receipt files were not copied. */
export interface Uncopied {
  readonly reason: string
  /** True if a store is unavailable, rather than refusing some files. */
  readonly isOutage: boolean
}

/**
 * Copies receipt files that are missing or incomplete in the target; skips altered ones. Errors do
 * not prevent the backup of a database: returns the error, or null.
 */
export const copied = (
  from: ReceiptFiles["Service"],
  to: ReceiptFiles["Service"],
): Effect.Effect<Uncopied | null> =>
  copyFiles(from, to).pipe(
    Effect.map(({ failed: [first] }) =>
      first === undefined ? null : { reason: first.reason, isOutage: false },
    ),
    Effect.catch(({ reason }) => Effect.succeed({ reason, isOutage: true })),
  )
