import { createHash, randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Redacted } from "effect"
import { afterEach, beforeAll, expect, test } from "vitest"
import { atEndOfFile, temporaryFolder } from "../../../scripts/temporary.ts"
import { bucketOf } from "../src/index.ts"
import { startS3 } from "./s3-server.ts"

let server: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  server = await startS3()
  atEndOfFile(server.stop)
})
afterEach(() => server.meddle(() => false))

const partSize = 1_000
const bytes = randomBytes(4 * partSize + 1)
const path = join(temporaryFolder("parts"), "copy.db")
writeFileSync(path, bytes)

const fileOf = (part: Buffer, at = path) => ({
  path: at,
  size: part.length,
  sha256: createHash("sha256").update(part).digest("hex"),
})

const bucket = () => {
  const { options } = server
  return bucketOf({ ...options, url: `${options.url}/backups`, partSize })
}

const sent = async (name: string): Promise<Buffer | null> => {
  const found = await bucket().get(name)
  return found === null ? null : Buffer.from(await new Response(found).arrayBuffer())
}

/** Returns the requests of an operation: method, and number of the part. */
const requestsOf = async (work: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  const seen: Array<string> = []
  server.meddle(({ method, query }) => {
    seen.push(`${method} ${query.partNumber ?? ""}`.trim())
    return false
  })
  await work()
  server.meddle(() => false)
  return seen
}

test("a file that is larger than a part is sent in parts and arrives complete", async () => {
  const requests = await requestsOf(() => bucket().put("large.db", fileOf(bytes)))
  expect(requests).toEqual(["POST", "PUT 1", "PUT 2", "PUT 3", "PUT 4", "PUT 5", "POST"])
  expect((await sent("large.db"))?.equals(bytes)).toBe(true)
  expect(await server.uploads()).toEqual([])
})

test("a file of the size of a part is sent in one request", async () => {
  const small = bytes.subarray(0, partSize)
  const at = join(temporaryFolder("small"), "copy.db")
  writeFileSync(at, small)
  expect(await requestsOf(() => bucket().put("small.db", fileOf(small, at)))).toEqual(["PUT"])
  expect((await sent("small.db"))?.equals(small)).toBe(true)
})

test("a part is retried if its connection breaks", async () => {
  const tries = new Map<string, number>()
  server.meddle(({ req, query: { partNumber } }) => {
    if (partNumber === undefined) return false
    const count = (tries.get(partNumber) ?? 0) + 1
    tries.set(partNumber, count)
    if (partNumber !== "3" || count > 2) return false
    req.destroy()
    return true
  })
  await bucket().put("broken.db", fileOf(bytes))
  expect(Object.fromEntries(tries)).toEqual({ 1: 1, 2: 1, 3: 3, 4: 1, 5: 1 })
  expect((await sent("broken.db"))?.equals(bytes)).toBe(true)
})

test.each([
  ["a part is refused", 403, /^S3 answered with 403$/u],
  ["the service keeps failing", 500, /^S3 answered with 500$/u],
])("if %s, neither a file nor a part remains", async (_, status, message) => {
  server.meddle((context) => {
    if (context.query.partNumber !== "4") return false
    context.status = status
    return true
  })
  await expect(bucket().put("failed.db", fileOf(bytes))).rejects.toThrow(message)
  server.meddle(() => false)
  expect(await sent("failed.db")).toBeNull()
  expect(await server.uploads()).toEqual([])
})

test("a 200 response with an error after the parts means that there is no file", async () => {
  server.meddle((context) => {
    if (context.method !== "POST" || context.query.uploadId === undefined) return false
    context.status = 200
    context.body = "<Error><Code>InternalError</Code></Error>"
    return true
  })
  const message = "S3 did not put the parts together"
  await expect(bucket().put("apart.db", fileOf(bytes))).rejects.toThrow(message)
  server.meddle(() => false)
  expect(await sent("apart.db")).toBeNull()
  expect(await server.uploads()).toEqual([])
})

test("abandoning a file removes its parts and keeps those of other files", async () => {
  for (const name of ["mine.db", "mine.db.other"]) await server.beginUpload("backups", name)
  expect(await server.uploads()).toHaveLength(2)
  await bucket().abandon("mine.db")
  const left = await server.uploads()
  expect(left.map(({ key }) => key)).toEqual(["backups/mine.db.other"])
  await bucket().abandon("mine.db.other")
  expect(await server.uploads()).toEqual([])
})

test("abandoning does nothing if uploads cannot be listed", async () => {
  server.meddle((context) => {
    if (context.query.uploads === undefined) return false
    context.status = 403
    return true
  })
  await expect(bucket().abandon("mine.db")).resolves.toBeUndefined()
})

test("a wrong key starts no upload", async () => {
  const secretAccessKey = Redacted.make("wrong")
  const wrong = bucketOf({ ...server.options, secretAccessKey, partSize })
  await expect(wrong.put("wrong.db", fileOf(bytes))).rejects.toThrow("S3 answered with 403")
  expect(await server.uploads()).toEqual([])
})
