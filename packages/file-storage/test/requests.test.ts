import { createHash, randomBytes } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { type Bucket, bucketOf } from "../src/index.ts"
import { collectGarbage } from "./garbage.ts"
import { bucketBy, optionsBy, serviceBy } from "./service.ts"

const fileOf = (size: number) => {
  const bytes = randomBytes(size)
  const path = join(temporaryFolder("requests"), "file")
  writeFileSync(path, bytes)
  return { path, size, sha256: createHash("sha256").update(bytes).digest("hex") }
}

const file = fileOf(100_000)

test.each<[string, number, (bucket: Bucket) => Promise<unknown>]>([
  ["sent", 307, (bucket) => bucket.put("file", file)],
  ["read", 302, (bucket) => bucket.get("file")],
  ["removed", 308, (bucket) => bucket.remove("file")],
  ["listed", 301, (bucket) => bucket.page("", null)],
])("a file that is %s never follows a redirect", async (_, status, ask) => {
  const strangers: Array<string> = []
  const elsewhere = await serviceBy((request, response) => {
    strangers.push(request.method ?? "")
    response.end("an internal page")
  })
  let requests = 0
  const bucket = await bucketBy((request, response) => {
    requests++
    request.resume().on("end", () => response.writeHead(status, { location: elsewhere }).end())
  })
  await expect(ask(bucket)).rejects.toThrow(/^S3 answered with a redirect, which is not followed/u)
  expect({ requests, strangers }).toEqual({ requests: 1, strangers: [] })
})

test.each([429, 500, 503])("a request is retried after %i", async (status) => {
  const seen: Array<string> = []
  const bucket = await bucketBy(async (request, response) => {
    const hash = createHash("sha256")
    for await (const chunk of request) hash.update(chunk as Buffer)
    seen.push(hash.digest("hex"))
    response.writeHead(seen.length < 4 ? status : 200, { etag: '"1"' }).end("said")
  })
  await bucket.put("file", file)
  expect(seen).toEqual([file.sha256, file.sha256, file.sha256, file.sha256])
})

test.each<[string, (bucket: Bucket) => Promise<unknown>]>([
  ["sent", (bucket) => bucket.put("file", file)],
  ["read", (bucket) => bucket.get("file")],
  ["removed", (bucket) => bucket.remove("file")],
])("a file is %s although connections break", async (_, ask) => {
  let requests = 0
  const bucket = await bucketBy((request, response) => {
    const isBroken = ++requests < 4
    request.resume().on("end", () => {
      if (isBroken) request.socket.resetAndDestroy()
      else response.writeHead(200, { etag: '"1"' }).end("said")
    })
  })
  await ask(bucket)
  expect(requests).toBe(4)
})

test("an upload in parts starts only once, even if the connection breaks", async () => {
  let requests = 0
  const options = await optionsBy((request) => {
    requests++
    request.socket.resetAndDestroy()
  })
  const bucket = bucketOf({ ...options, partSize: 1_000 })
  await expect(bucket.put("file", file)).rejects.toThrow("S3 cannot be reached")
  expect(requests).toBe(1)
})

test("a 200 response of a server that is not S3 is an error", async () => {
  const bucket = await bucketBy((request, response) => {
    request.resume().on("end", () => response.end("<html>Sign in</html>"))
  })
  await expect(bucket.put("file", file)).rejects.toThrow("S3 did not say what it has taken")
})

test.each([
  [403, 1],
  [503, 4],
])("a request that always gets %i is sent %i times", async (status, times) => {
  let requests = 0
  const bucket = await bucketBy((_, response) => {
    requests++
    response.writeHead(status).end("<Error/>")
  })
  await expect(bucket.get("file")).rejects.toThrow(`S3 answered with ${status}`)
  expect(requests).toBe(times)
})

test("sent bytes of a file are not kept in memory", async () => {
  const large = fileOf(24 * 1024 ** 2)
  const arrived = Promise.withResolvers<void>()
  const waiting = new AbortController()
  const bucket = await bucketBy((request) => request.resume().on("end", arrived.resolve))
  await collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  const put = expect(bucket.put("file", large, waiting.signal)).rejects.toThrow("aborted")
  await arrived.promise
  await collectGarbage()
  const retained = process.memoryUsage().arrayBuffers - before
  waiting.abort()
  await put
  expect(retained).toBeLessThan(large.size / 4)
})
