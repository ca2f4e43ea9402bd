/// <reference path="./s3rver.d.ts" />
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver, { type Context } from "@20minutes/s3rver"
import { Redacted } from "effect"
import { bucketOf, type S3Options } from "../src/index.ts"

const name = "receipts"

/**
 * Multipart uploads of the server, by id, with their keys; s3rver itself neither lists nor aborts
 * them.
 */
const uploadsIn = (folder: string) => {
  const keyOf = (id: string) => readFile(join(folder, id, "key"), "utf8")
  return {
    list: async () => {
      const ids = await readdir(folder).catch((): ReadonlyArray<string> => [])
      return Promise.all(ids.map(async (id) => ({ id, key: await keyOf(id) })))
    },
    abort: (id: string) => rm(join(folder, id), { recursive: true, force: true }),
  }
}

const listing = (uploads: ReadonlyArray<{ readonly id: string; readonly key: string }>): string => {
  const each = uploads.map(
    ({ id, key }) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
  )
  return `<ListMultipartUploadsResult>${each.join("")}</ListMultipartUploadsResult>`
}

/** Handles a request before the server sees it; true if the server must not see it. */
export type Meddle = (context: Context) => boolean | Promise<boolean>

/** Starts an S3 server on loopback that checks signatures, with one bucket. */
export const startS3 = async () => {
  const directory = await mkdtemp(join(tmpdir(), "outlay-s3-"))
  const server = new S3rver({
    ...{ address: "127.0.0.1", port: 0, silent: true, directory },
    configureBuckets: [{ name }],
  })
  const uploads = uploadsIn(server.store.getResourcePath(name, undefined, "uploads"))
  let meddle: Meddle = () => false
  server.middleware.unshift(async (context, next) => {
    if (await meddle(context)) return
    const { method, query } = context
    if (method === "DELETE" && query.uploadId !== undefined) {
      await uploads.abort(query.uploadId)
      context.status = 204
    } else if (method === "GET" && query.uploads !== undefined) {
      const all = await uploads.list()
      context.body = listing(all.filter(({ key }) => key.startsWith(query.prefix ?? "")))
    } else {
      await next()
    }
  })
  const { port } = await server.run()
  const options: S3Options = {
    url: `http://127.0.0.1:${port}/${name}`,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: Redacted.make("S3RVER"),
  }
  return {
    options,
    uploads: uploads.list,
    /** Applies from now on. */
    meddle: (next: Meddle) => {
      meddle = next
    },
    /** Starts to send a file to a prefix, like a process that dies in the middle. */
    beginUpload: async (prefix: string, file: string) => {
      meddle = (context) => {
        if (context.method !== "DELETE" && context.query.partNumber !== "2") return false
        context.status = 403
        return true
      }
      const bucket = bucketOf({ ...options, url: `${options.url}/${prefix}`, partSize: 1_000 })
      const path = join(directory, "half")
      await writeFile(path, new Uint8Array(2_000))
      await bucket.put(file, { path, size: 2_000, sha256: "" }).catch(() => {})
      meddle = () => false
    },
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
