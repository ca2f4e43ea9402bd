import { accessSync, constants, existsSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { ReceiptFiles } from "@outlay/domain/ports"
import { copyFiles, FolderFiles, S3Files } from "@outlay/file-storage"
import { Context, Effect, Layer } from "effect"
import { isServer } from "./database-url.ts"
import type { ReceiptsPlace } from "./receipts-place.ts"

/**
 * The folder beside a database, or beside a backup of one: `data/outlay-receipts`. A server has no
 * folder: there it is where that of the default database is.
 */
export const receiptsBeside = (file: string): string =>
  isServer(file)
    ? "data/outlay-receipts"
    : join(dirname(file), `${basename(file).replace(/\.db$/u, "")}-receipts`)

/** The files of receipts of a database. */
export const receiptFiles = (place: ReceiptsPlace, file: string): Layer.Layer<ReceiptFiles> => {
  if (place === null) return FolderFiles.layer(receiptsBeside(file))
  return "folder" in place ? FolderFiles.layer(place.folder) : S3Files.layer(place.s3)
}

/** No receipt has this file. */
const nowhere = { client_id: 1, file_id: "0".repeat(36), sha256: "0".repeat(64) }

/** Why there can be no files in a folder, which is made with the first one; or null. */
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
 * Says at startup why there can be no files of receipts. All else works without them, and a bucket
 * may be there again at any time.
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

/** A store of files, until the scope closes: one of a bucket has a folder until then. */
export const filesOf = (layer: Layer.Layer<ReceiptFiles>) =>
  Effect.map(Layer.build(layer), Context.get(ReceiptFiles))

/** Why files of receipts are not where they were to be copied. */
export interface Uncopied {
  readonly reason: string
  /** Whether a store does not work at all, rather than refuse some of them. */
  readonly isOutage: boolean
}

/**
 * Copies the files of receipts that are not there yet, or not whole; altered ones are left out.
 * Nothing that goes wrong keeps a database from its backup: answers what did, or null.
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
