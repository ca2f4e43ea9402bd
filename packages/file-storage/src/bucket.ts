import { openAsBlob } from "node:fs"
import { abandonParts, putInParts } from "./parts.ts"
import { done, expected, type S3Options, sender, textsOf } from "./requests.ts"

/** A local file, with the size and the digest of its content. */
export interface LocalFile {
  readonly path: string
  /** Size in bytes. */
  readonly size: number
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

/** A page of names. */
export interface Listed {
  readonly names: ReadonlyArray<string>
  /** Sizes in bytes; empty if the service does not report them. */
  readonly sizes: ReadonlyArray<number>
  /** Name after which the next page begins; null for the last page. */
  readonly next: string | null
}

/**
 * A prefix of a bucket. Every promise rejects with an Error that describes the service's response.
 */
export interface Bucket {
  /**
   * Sends a file, and replaces an existing one of that name. The signal aborts the transfer, unless
   * the file is sent in parts.
   */
  readonly put: (name: string, file: LocalFile, signal?: AbortSignal) => Promise<void>
  /** Returns the bytes, about `size` of them; null if there is no file of that name. */
  readonly get: (
    name: string,
    size?: number,
    signal?: AbortSignal,
  ) => Promise<ReadableStream<Uint8Array> | null>
  readonly remove: (name: string) => Promise<void>
  /** Removes the parts of a file whose upload was interrupted because the process died. */
  readonly abandon: (name: string) => Promise<void>
  /** Returns the names that begin with `start`, in order, after a given one. */
  readonly page: (start: string, after: string | null) => Promise<Listed>
}

/** Names are ordered by their bytes. */
const isAfter = (name: string, other: string | null): boolean =>
  Buffer.compare(Buffer.from(name), Buffer.from(other ?? "")) > 0

/** Size above which a file is sent in parts, in bytes. */
const usualPartSize = 32 * 1024 ** 2

/** Returns the bucket of the options; sends no request yet. */
export const bucketOf = (options: S3Options): Bucket => {
  const { url, pageSize = 1_000, partSize = usualPartSize } = options
  const { origin, pathname } = new URL(url)
  const [, bucket = "", ...folders] = pathname.replace(/\/+$/u, "").split("/")
  const prefix = folders.map((folder) => `${folder}/`).join("")
  const send = sender(options, `${origin}/${bucket}`)
  return {
    put: async (name, { path, size, sha256 }, signal) => {
      const to = `/${prefix}${name}`
      if (size > partSize) return putInParts(send, to, path, { size, partSize })
      // The bytes are read from the file while they are sent, and the signature covers their
      // digest.
      const body = await openAsBlob(path)
      const headers = { "content-length": String(size), "x-amz-content-sha256": sha256 }
      const init = { method: "PUT", body, headers, signal: signal ?? null }
      const response = await send(to, init, { size })
      await done(response, 200)
      // A server that is not S3, such as a proxy with a page of its own, may respond to anything
      // with 200.
      if (response.headers.get("etag") === null) throw new Error("S3 did not say what it has taken")
    },
    get: async (name, size, signal) => {
      const init = { signal: signal ?? null }
      const response = await send(`/${prefix}${name}`, init, { size: size ?? 0 })
      const { status, body } = await expected(response, 200, 404)
      if (status === 200 && body !== null) return body
      await body?.cancel()
      return null
    },
    remove: async (name) => {
      await done(await send(`/${prefix}${name}`, { method: "DELETE" }), 200, 204, 404)
    },
    abandon: (name) => abandonParts(send, prefix + name),
    // Every compatible service has `ListObjects` with a marker.
    page: async (start, after) => {
      const query = new URLSearchParams({ prefix: prefix + start, "max-keys": String(pageSize) })
      if (after !== null) query.set("marker", prefix + after)
      const response = await expected(await send(`?${query}`), 200)
      const xml = await response.text()
      const names = textsOf(xml, "Key").map((name) => name.slice(prefix.length))
      const isTruncated = textsOf(xml, "IsTruncated")[0] === "true"
      const sizes = textsOf(xml, "Size").map(Number)
      const isTold = sizes.length === names.length
      const next = isTruncated ? (names.at(-1) ?? "") : null
      // Otherwise the listing would never end.
      if (next !== null && !isAfter(next, after)) throw new Error("S3 lists the same names again")
      return { names, sizes: isTold ? sizes : [], next }
    },
  }
}
