import { basename, dirname, join } from "node:path"
import { fileName, ReceiptFiles } from "@outlay/domain/ports"
import { copyFiles, FolderFiles, S3Files } from "@outlay/file-storage"
import { Context, Effect, Layer } from "effect"
import { isServer } from "./database-url.ts"
import { failedAs } from "./failure.ts"
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

/** A store of files, until the scope closes: one of a bucket has a folder until then. */
export const filesOf = (layer: Layer.Layer<ReceiptFiles>) =>
  Effect.map(Layer.build(layer), Context.get(ReceiptFiles))

/** Copies the files of receipts that are not there yet; an altered one is left out, and told. */
export const copied = (from: ReceiptFiles["Service"], to: ReceiptFiles["Service"]) =>
  Effect.gen(function* () {
    const { altered } = yield* Effect.mapError(copyFiles(from, to), ({ reason }) =>
      failedAs("unavailable", `Cannot copy the receipts: ${reason}.`),
    )
    const [first] = altered
    if (first !== undefined) {
      return yield* failedAs(
        "unavailable",
        `${altered.length} files of receipts are damaged, the first is ${fileName(first)}. Run outlay verify.`,
      )
    }
  })
