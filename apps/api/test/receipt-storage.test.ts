import { appendFile, readdir, readFile, readlink, rm, truncate, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { Redacted } from "effect"
import sharp from "sharp"
import { expect, test } from "vitest"
import { type Meddle, startS3 } from "../../../packages/file-storage/test/s3-server.ts"
import { atEndOfFile } from "../../../scripts/temporary.ts"
import { until } from "../../../scripts/until.ts"
import type { ReceiptsPlace } from "../src/receipts-place.ts"
import { png, spending } from "./receipts.ts"
import { startService } from "./service.ts"

/** Starts a service in which Tom attaches files to a purchase. */
const serving = async (receipts: ReceiptsPlace = null) => {
  const service = await startService(":memory:", undefined, { receipts })
  atEndOfFile(service.stop)
  const { client_id, tom, spend } = await spending(service)
  const path = `/v2/businesses/${client_id}/transactions/${await spend("file")}/receipts`
  const ask = async (at: string, init: RequestInit = {}) => {
    const headers = { Authorization: `Bearer ${tom.token}`, ...init.headers }
    const response = await fetch(service.url + at, { ...init, headers })
    const text = await response.text()
    return { status: response.status, id: response.headers.get("x-request-id"), text }
  }
  const attach = (bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal) => {
    const headers = { "Content-Type": "image/png" }
    return ask(path, { method: "POST", headers, body: bytes, signal: signal ?? null })
  }
  /** Attaches a file. Returns its URL and a function that finds the stored file. */
  const attached = async (bytes: Uint8Array<ArrayBuffer>) => {
    const { text } = await attach(bytes)
    const { url, sha256 } = JSON.parse(text) as { readonly url: string; readonly sha256: string }
    const folder = join(service.receipts, String(client_id))
    const find = async (end = "") => {
      const names = await readdir(folder)
      return join(folder, names.find((name) => name.endsWith(`${sha256}${end}`)) ?? "")
    }
    return { url, find }
  }
  return { service, token: tom.token, ask, attach, attached }
}

const inBucket = async () => {
  const s3 = await startS3()
  atEndOfFile(s3.stop)
  return { s3, ...(await serving({ s3: s3.options })) }
}

const picture = async () => {
  const create = { width: 300, height: 300, channels: 3 as const, background: "red" }
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}

/** Sends a GET of a receipt and one of `/livez` on one connection. Returns everything received. */
const pipelined = (port: string, url: string, token: string): Promise<string> =>
  new Promise((done) => {
    const socket = connect(Number(port), "127.0.0.1")
    const first = `GET ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const second = "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
    })
    socket.on("close", () => done(text)).on("error", () => undefined)
    socket.write(first + second)
  })

test("storage errors are logged with the request id and without secrets", async () => {
  const { s3, service, ask, attach, attached } = await inBucket()
  const { url } = await attached(png("here"))
  s3.meddle((context) => {
    context.status = 403
    context.body = "<Error><Code>AccessDenied</Code><Hidden/></Error>"
    return true
  })
  for (const refused of [await attach(png("more")), await ask(url)]) {
    expect(JSON.parse(refused.text)).toMatchObject({ status: 503, code: "storage_unavailable" })
    expect(refused.text).not.toContain("S3")
    expect(service.logged).toContainEqual({
      text: "Storage is unavailable: S3 answered with 403",
      request_id: refused.id,
    })
  }
  const removed = await ask(url, { method: "DELETE" })
  expect(removed.status).toBe(204)
  const message = await until("the error is logged", () => {
    const entry = service.logged.find(({ request_id }) => request_id === removed.id)
    return entry?.text ?? false
  })
  expect(message).toMatch(/^What follows a commit failed .*S3 answered with 403/su)
  const all = service.logged.map(({ text }) => text).join()
  expect(all).not.toContain(Redacted.value(s3.options.secretAccessKey))
  expect(all).not.toContain("Hidden")
})

test("a location that is not a folder returns 503, and the log has the reason", async () => {
  const { service, attach } = await serving({ folder: import.meta.filename })
  const refused = await attach(png())
  expect(refused.status).toBe(503)
  const entry = service.logged.find(({ request_id }) => request_id === refused.id)
  expect(entry?.text).toMatch(/^Storage is unavailable: E(?:NOTDIR|EXIST|NOENT)/u)
})

test("a missing file returns 503, and the log has the id of its receipt", async () => {
  const { service, ask, attached } = await serving()
  const { url, find } = await attached(await picture())
  await rm(await find())
  for (const at of [url, `${url}/thumbnail`]) {
    const refused = await ask(at)
    expect(JSON.parse(refused.text)).toMatchObject({ status: 503, code: "storage_unavailable" })
    const id = url.slice(url.lastIndexOf("/") + 1)
    expect(service.logged).toContainEqual({
      text: `Storage is unavailable: The stored file of receipt ${id} is missing`,
      request_id: refused.id,
    })
  }
})

test.each(["", "/thumbnail"])(
  "GET …/{receipt_id}%s returns 404 if the receipt is removed at the same time",
  async (part) => {
    const { s3, ask, attached } = await inBucket()
    const { url } = await attached(await picture())
    s3.meddle(async (context) => {
      if (context.method !== "GET" || context.req.url?.endsWith(".thumbnail")) return false
      expect((await ask(url, { method: "DELETE" })).status).toBe(204)
      context.status = 404
      return true
    })
    expect(JSON.parse((await ask(url + part)).text)).toMatchObject({ code: "not_found" })
  },
)

test("a stored file that is too short ends the connection without another response", async () => {
  const { service, token, attached } = await serving()
  const { url, find } = await attached(png("a text"))
  await truncate(await find(), 10)
  const response = await pipelined(new URL(service.url).port, url, token)
  const [, body] = response.split("\r\n\r\n")
  expect(body?.length).toBeLessThanOrEqual(10)
  expect(response.match(/HTTP\/1\.1/gu)).toHaveLength(1)
  const text =
    "A file could not be sent as it was received: The stored file has 10 bytes instead of"
  expect(service.logged.map((entry) => entry.text).join()).toContain(text)
})

test("a stored file that is too long is cut off, and the next response is intact", async () => {
  const { service, token, attached } = await serving()
  const bytes = png("a text")
  const { url, find } = await attached(bytes)
  await appendFile(await find(), "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nEVIL")
  const response = await pipelined(new URL(service.url).port, url, token)
  const body = response.slice(response.indexOf("\r\n\r\n") + 4)
  expect(Buffer.from(body.slice(0, bytes.length), "latin1").equals(bytes)).toBe(true)
  expect(body.slice(bytes.length)).toMatch(/^HTTP\/1\.1 200 OK\r\nX-Request-Id: /u)
  expect(body).not.toContain("EVIL")
  const text = `The stored file has more than ${bytes.length} bytes`
  expect(service.logged.map((entry) => entry.text).join()).toContain(text)
})

test.runIf(process.platform === "linux")("responses without content close files", async () => {
  const { service, ask, attached } = await serving()
  const { url } = await attached(png("a text"))
  expect((await ask(url, { method: "HEAD" })).status).toBe(200)
  expect((await ask(url, { headers: { "If-None-Match": "*" } })).status).toBe(304)
  const open = async () => {
    const all = await readdir("/proc/self/fd")
    const paths = await Promise.all(
      all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
    )
    return paths.filter((path) => path.startsWith(service.receipts))
  }
  await until("no file of a receipt is open", async () => (await open()).length === 0)
})

test("a picture that cannot be read completely gets its thumbnail once it can", async () => {
  const { service, ask, attached } = await serving()
  const bytes = await picture()
  const { url, find } = await attached(bytes)
  const path = await find()
  for (const other of [bytes.subarray(0, 10), bytes.with(20, 1 ^ (bytes[20] ?? 0))]) {
    await writeFile(path, other)
    const refused = await ask(`${url}/thumbnail`)
    expect(JSON.parse(refused.text)).toMatchObject({ status: 503, code: "storage_unavailable" })
    const entry = service.logged.find(({ request_id }) => request_id === refused.id)
    expect(entry?.text).toMatch(/does not have the bytes that were received$/u)
  }
  await writeFile(path, bytes)
  expect((await ask(`${url}/thumbnail`)).status).toBe(200)
  // An incomplete thumbnail is drawn again.
  const stored = await find(".thumbnail")
  const drawn = await readFile(stored)
  await truncate(stored, 20)
  expect((await ask(`${url}/thumbnail`)).status).toBe(200)
  expect((await readFile(stored)).equals(drawn)).toBe(true)
})

test("clients that disconnect while S3 does not respond free their places", async () => {
  const { s3, attach } = await inBucket()
  let [waiting, given] = [0, 0]
  const hang: Meddle = ({ method, req }) => {
    if (method !== "PUT") return false
    waiting++
    return new Promise((done) => {
      req.socket.once("close", () => {
        given++
        done(true)
      })
    })
  }
  s3.meddle(hang)
  const clients = new AbortController()
  const uploads = Array.from({ length: 8 }, (_, n) => attach(png(`${n}`), clients.signal))
  await until("all uploads are at S3", () => waiting === 8)
  expect(JSON.parse((await attach(png("one more"))).text)).toMatchObject({ code: "rate_limited" })
  clients.abort()
  await Promise.allSettled(uploads)
  await until("no request to S3 is under way", () => given === 8)
  s3.meddle(() => false)
  await until("there is room", async () => (await attach(png("later"))).status !== 429)
})

test("a read from S3 is cancelled if its client disconnects", async () => {
  const { s3, ask, attached } = await inBucket()
  const { url } = await attached(await picture())
  let [waiting, given] = [0, 0]
  s3.meddle(({ method, req }) => {
    if (method !== "GET") return false
    waiting++
    return new Promise((done) => {
      req.socket.once("close", () => {
        given++
        done(true)
      })
    })
  })
  const client = new AbortController()
  const reads = [url, `${url}/thumbnail`].map((at) => ask(at, { signal: client.signal }))
  await until("both are at S3", () => waiting === 2)
  client.abort()
  await Promise.allSettled(reads)
  await until("no request to S3 is under way", () => given === 2)
  s3.meddle(() => false)
  expect((await ask(`${url}/thumbnail`)).status).toBe(200)
})
