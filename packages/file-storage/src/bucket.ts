import { openAsBlob } from "node:fs"
import { AwsClient } from "aws4fetch"
import { Redacted } from "effect"

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

/** A file of this machine, and what is known of its bytes. */
export interface LocalFile {
  readonly path: string
  /** In bytes. */
  readonly size: number
  /** In hex. */
  readonly sha256: string
}

/** A page of names. */
export interface Listed {
  readonly names: ReadonlyArray<string>
  /** The name after which the next page begins; null: this is the last page. */
  readonly next: string | null
}

/** A prefix of a bucket. Every promise fails with an Error that says what the service answered. */
export interface Bucket {
  /** Sends a file, and replaces one of that name. */
  readonly put: (name: string, file: LocalFile) => Promise<void>
  /** The bytes, some `size` of them; null where there is nothing of that name. */
  readonly get: (name: string, size?: number) => Promise<ReadableStream<Uint8Array> | null>
  readonly remove: (name: string) => Promise<void>
  /** The names that begin with `start`, in their order, after one of them. */
  readonly page: (start: string, after: string | null) => Promise<Listed>
}

/** A request, with the bytes that it sends or receives, is given up after this time, */
const timeoutMs = 600_000
/** and so much more for each megabyte. */
const timeoutMsPerMegabyte = 1_000

/** What the service takes in one request, in bytes. */
const mostBytes = 5 * 1024 ** 3

/** Nothing that the service says of itself is shown, but its status. */
const expected = async (response: Response, ...statuses: ReadonlyArray<number>) => {
  if (statuses.includes(response.status)) return response
  await response.body?.cancel()
  throw new Error(`S3 answered with ${response.status}`)
}

const textsOf = (xml: string, name: string): ReadonlyArray<string> =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "gu"))].map((_) => _[1] as string)

const sender = ({ region, accessKeyId, secretAccessKey }: S3Options, url: string) => {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey: Redacted.value(secretAccessKey),
    region,
    service: "s3",
    retries: 3,
  })
  return (path: string, init: RequestInit = {}, size = 0) => {
    const patience = timeoutMs + Math.ceil(size / 1e6) * timeoutMsPerMegabyte
    return client.fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(patience) })
  }
}

/** What the options name; nothing is asked of it yet. */
export const bucketOf = (options: S3Options): Bucket => {
  const { url, pageSize = 1_000 } = options
  const { origin, pathname } = new URL(url)
  const [, bucket = "", ...folders] = pathname.replace(/\/+$/u, "").split("/")
  const prefix = folders.map((folder) => `${folder}/`).join("")
  const send = sender(options, `${origin}/${bucket}`)
  return {
    put: async (name, { path, size, sha256 }) => {
      if (size > mostBytes) throw new Error(`S3 takes 5 GiB in one request, and this is ${size} B`)
      const init = {
        method: "PUT",
        // The bytes are read from the file as they are sent, and their digest is signed.
        body: await openAsBlob(path),
        headers: { "content-length": String(size), "x-amz-content-sha256": sha256 },
      }
      const sent = await send(`/${prefix}${name}`, init, size)
      await (await expected(sent, 200)).body?.cancel()
    },
    get: async (name, size = 0) => {
      const answer = await send(`/${prefix}${name}`, {}, size)
      const { status, body } = await expected(answer, 200, 404)
      if (status === 200 && body !== null) return body
      await body?.cancel()
      return null
    },
    remove: async (name) => {
      const removed = await send(`/${prefix}${name}`, { method: "DELETE" })
      await (await expected(removed, 200, 204, 404)).body?.cancel()
    },
    // `ListObjects` with a marker, which every compatible service has. Our names have no character
    // that XML escapes.
    page: async (start, after) => {
      const query = new URLSearchParams({ prefix: prefix + start, "max-keys": String(pageSize) })
      if (after !== null) query.set("marker", prefix + after)
      const response = await expected(await send(`?${query}`), 200)
      const xml = await response.text()
      const names = textsOf(xml, "Key").map((name) => name.slice(prefix.length))
      const isTruncated = textsOf(xml, "IsTruncated")[0] === "true"
      return { names, next: isTruncated ? (names.at(-1) ?? null) : null }
    },
  }
}
