import { openAsBlob } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { StorageUnavailable } from "@outlay/domain"
import {
  type FileKey,
  fileKey,
  fileName,
  ReceiptFiles,
  type StagedFile,
} from "@outlay/domain/ports"
import { AwsClient } from "aws4fetch"
import { Effect, Layer, Option, Redacted, Stream } from "effect"
import { attempt, pathOf, stagingIn, unavailable } from "./stage.ts"

/** A bucket of an S3-compatible service, in the form `https://host/bucket/prefix`. */
export interface S3Options {
  /** The endpoint with the bucket as the first part of its path, and maybe a prefix after it. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted<string>
  /** How many names a listing asks for at once: 1,000. */
  readonly pageSize?: number
}

/** A request, with the bytes that it sends or receives, is given up after this time. */
const timeoutMs = 600_000

type Send = (path: string, init?: RequestInit) => Promise<Response>

const sender = ({ url, region, accessKeyId, secretAccessKey }: S3Options): Send => {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey: Redacted.value(secretAccessKey),
    region,
    service: "s3",
    retries: 3,
  })
  return (path, init = {}) =>
    client.fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
}

/** Nothing that the service says of itself is shown, but its status. */
const expected = async (response: Response, ...statuses: ReadonlyArray<number>) => {
  if (statuses.includes(response.status)) return response
  await response.body?.cancel()
  throw new Error(`S3 answered with ${response.status}`)
}

const keep =
  (send: Send) =>
  (file: StagedFile, key: FileKey): Effect.Effect<void, StorageUnavailable> =>
    attempt(async () => {
      const sent = await send(fileName(key), {
        method: "PUT",
        // The bytes are read from the file as they are sent, and their digest is signed.
        body: await openAsBlob(pathOf(file)),
        headers: {
          "content-length": String(file.size),
          "x-amz-content-sha256": file.sha256,
        },
      })
      await (await expected(sent, 200)).body?.cancel()
    })

interface Listed {
  readonly keys: ReadonlyArray<FileKey>
  /** The name after which the next page begins; null: this is the last page. */
  readonly next: string | null
}

const textsOf = (xml: string, name: string): ReadonlyArray<string> =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "gu"))].map((_) => _[1] as string)

/**
 * A page of the bucket's names, by `ListObjects` with a marker, which every compatible service has.
 * Our names have no character that XML escapes.
 */
const listed = async (
  send: Send,
  { prefix, pageSize }: { readonly prefix: string; readonly pageSize: number },
  after: string | null,
): Promise<Listed> => {
  const query = new URLSearchParams({ prefix, "max-keys": String(pageSize) })
  if (after !== null) query.set("marker", after)
  const response = await expected(await send(`?${query}`), 200)
  const xml = await response.text()
  const names = textsOf(xml, "Key")
  const isTruncated = textsOf(xml, "IsTruncated")[0] === "true"
  return {
    keys: names.flatMap((name) => fileKey(name.slice(prefix.length)) ?? []),
    next: isTruncated ? (names.at(-1) ?? null) : null,
  }
}

const make = (options: S3Options, staging: string): ReceiptFiles["Service"] => {
  const { url, pageSize = 1_000 } = options
  const { origin, pathname } = new URL(url)
  const [, bucket = "", ...folders] = pathname.replace(/\/+$/u, "").split("/")
  const prefix = folders.map((folder) => `${folder}/`).join("")
  const ofBucket = sender({ ...options, url: `${origin}/${bucket}` })
  const send: Send = (path, init) => ofBucket(`/${prefix}${path}`, init)
  return {
    stage: stagingIn(staging),
    keep: keep(send),
    read: (key) =>
      attempt(async () => {
        const { status, body } = await expected(await send(fileName(key)), 200, 404)
        if (status === 200 && body !== null) return Stream.fromAsyncIterable(body, unavailable)
        await body?.cancel()
        return null
      }),
    remove: (key) =>
      attempt(async () => {
        const removed = await send(fileName(key), { method: "DELETE" })
        await (await expected(removed, 200, 204, 404)).body?.cancel()
      }),
    all: Stream.paginate(null as string | null, (after) =>
      Effect.map(
        attempt(() => listed(ofBucket, { prefix, pageSize }, after)),
        ({ keys, next }) => [keys, Option.fromNullishOr(next)] as const,
      ),
    ),
  }
}

/**
 * Receipts in a bucket of an S3-compatible service. A file is received into a folder of the machine
 * first, so that it is sent whole, with its length and its digest, or not at all.
 */
export const S3Files = {
  layer: (options: S3Options): Layer.Layer<ReceiptFiles> =>
    Layer.effect(
      ReceiptFiles,
      Effect.map(
        Effect.acquireRelease(
          Effect.promise(() => mkdtemp(join(tmpdir(), "outlay-receipts-"))),
          (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true })),
        ),
        (folder) => ReceiptFiles.of(make(options, folder)),
      ),
    ),
}
