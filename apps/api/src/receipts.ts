import { basename, dirname, join } from "node:path"
import { fileName, ReceiptFiles } from "@outlay/domain/ports"
import { copyFiles, FolderFiles, S3Files, type S3Options } from "@outlay/file-storage"
import { Context, Effect, Layer, Redacted } from "effect"
import { isServer } from "./engine.ts"
import { failedAs } from "./failure.ts"

/** Where the files of receipts are; null: beside the database. */
export type ReceiptsPlace = { readonly folder: string } | { readonly s3: S3Options } | null

/** `folder:<folder>`, or `s3:` before the address of a bucket; null for anything else. */
export const readReceiptsPlace = (text: string): ReceiptsPlace | "malformed" => {
  if (text === "") return null
  const folder = /^folder:([^\0]+)$/u.exec(text)?.[1]
  if (folder !== undefined) return { folder }
  const url = text.startsWith("s3:") ? URL.parse(text.slice(3)) : null
  if (url === null || !/^https?:$/u.test(url.protocol)) return "malformed"
  const { username, password, origin, pathname, searchParams, hash } = url
  const isBucket = /^(?:\/[A-Za-z0-9._-]+)+\/?$/u.test(pathname)
  const known = [...searchParams.keys()].every((name) => name === "region")
  if (username === "" || password === "" || !isBucket || !known || hash !== "") return "malformed"
  try {
    return {
      s3: {
        url: `${origin}${pathname}`,
        region: searchParams.get("region") ?? "us-east-1",
        accessKeyId: decodeURIComponent(username),
        secretAccessKey: Redacted.make(decodeURIComponent(password)),
      },
    }
  } catch {
    return "malformed"
  }
}

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
