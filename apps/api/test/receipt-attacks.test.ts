import { readdir } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { makeClient } from "@outlay/client"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { pdf, png, spending } from "./receipts.ts"
import { type Service, startService } from "./service.ts"

/** A user's transaction and the path of its receipts. */
const attacked = async (service: Service) => {
  const { client_id, tom, spend } = await spending(service)
  const at = { client_id, transaction_id: await spend("attacked") }
  const path = `/v2/businesses/${client_id}/transactions/${at.transaction_id}/receipts`
  return { service, at, path, token: tom.token }
}

let target: Awaited<ReturnType<typeof attacked>>
let { service, at, path, token } = {} as typeof target
let client: ReturnType<typeof makeClient>["promise"]
beforeAll(async () => {
  target = await attacked(await startService())
  ;({ service, at, path, token } = target)
  client = makeClient({ baseUrl: service.url, token }).promise
})
afterAll(() => service?.stop())

/** Returns every stored file, including incomplete uploads. */
const stored = async ({ service } = target): Promise<ReadonlyArray<string>> =>
  (await readdir(service.receipts, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

const post = async (body: BodyInit, type: string | null, search = "") => {
  const response = await fetch(`${service.url}${path}${search}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      ...(type === null ? {} : { "Content-Type": type }),
    },
    body,
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit)
  return { status: response.status, ...(await response.json()) }
}

const form = (...files: ReadonlyArray<readonly [BlobPart, string]>): FormData => {
  const made = new FormData()
  for (const [bytes, name] of files) made.append("file", new Blob([bytes]), name)
  return made
}

const boundary = "frontier"
const multipart = (...parts: ReadonlyArray<string>): string =>
  `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`
const typed = `multipart/form-data; boundary=${boundary}`

/** A local file header of a zip whose only entry has a stated size of 4 GiB. */
const zipBomb = new Uint8Array(64)
zipBomb.set([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0, 8, 0])
zipBomb.set([0xff, 0xff, 0xff, 0xff], 22)

interface Attack {
  readonly name: string
  readonly body: () => BodyInit
  readonly type: string | null
  readonly refusal: string
}

const html = "<!doctype html><script>alert(1)</script>"

const attacks: ReadonlyArray<Attack> = [
  {
    name: "HTML with the type of a picture",
    body: () => form([html, "photo.png"]),
    type: null,
    refusal: "415 unsupported_media_type",
  },
  {
    name: "HTML with its own type",
    body: () => html,
    type: "text/html",
    refusal: "415 unsupported_media_type",
  },
  {
    name: "SVG, which can contain scripts",
    body: () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    type: "application/octet-stream",
    refusal: "415 unsupported_media_type",
  },
  {
    name: "a PDF after HTML",
    body: () => `${html}\n%PDF-1.7`,
    type: "application/pdf",
    refusal: "415 unsupported_media_type",
  },
  {
    name: "a zip of 4 GiB when unpacked",
    body: () => zipBomb,
    type: "application/octet-stream",
    refusal: "415 unsupported_media_type",
  },
  {
    name: "an empty body",
    body: () => new Uint8Array(),
    type: "image/png",
    refusal: "400 malformed_multipart",
  },
  {
    name: "the first bytes of a picture",
    body: () => png().slice(0, 10),
    type: "image/png",
    refusal: "415 unsupported_media_type",
  },
  {
    name: "JSON",
    body: () => "{}",
    type: "application/json",
    refusal: "415 unsupported_media_type",
  },
  {
    name: "two files",
    body: () => form([png("x"), "1.png"], [png("y"), "2.png"]),
    type: null,
    refusal: "400 malformed_multipart",
  },
  {
    name: "a field next to the file",
    body: () =>
      multipart(
        'Content-Disposition: form-data; name="client_id"\r\n\r\n8',
        'Content-Disposition: form-data; name="file"; filename="1.pdf"\r\n\r\n%PDF-1.7',
      ),
    type: typed,
    refusal: "400 malformed_multipart",
  },
  {
    name: "parts without a file",
    body: () => `--${boundary}--\r\n`,
    type: typed,
    refusal: "400 malformed_multipart",
  },
  {
    name: "parts without an end",
    body: () =>
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="1.pdf"\r\n\r\n%PDF-1.7`,
    type: typed,
    refusal: "400 malformed_multipart",
  },
  {
    name: "no boundary",
    body: () => "%PDF-1.7",
    type: "multipart/form-data; charset=utf-8",
    refusal: "400 malformed_multipart",
  },
  {
    name: "a part header without an end",
    body: () => `--${boundary}\r\nContent-Disposition: form-data; x="${"x".repeat(200_000)}`,
    type: typed,
    refusal: "400 malformed_multipart",
  },
]

describe("an invalid receipt is refused, and nothing is stored", () => {
  test.each(attacks)("$name: $refusal", async ({ body, type, refusal }) => {
    const { status, code } = await post(body(), type)
    expect(`${status} ${code}`).toBe(refusal)
    await expect.poll(() => stored()).toEqual([])
    expect((await client.receipts.list({ params: at })).count).toBe(0)
  })

  test("more than 20 MiB, with or without a stated length", async () => {
    const bytes = new Uint8Array(20 * 1_048_576 + 1)
    bytes.set(pdf)
    const stream = () => new Blob([bytes]).stream()
    for (const body of [bytes, stream(), form([bytes, "1.pdf"])]) {
      const type = body instanceof FormData ? null : "application/pdf"
      const { status, code } = await post(body, type)
      expect(`${status} ${code}`).toBe("413 content_too_large")
    }
    await expect.poll(() => stored()).toEqual([])
  })

  test.each(["before", "after"])(
    "a small file with 21 MiB %s its part, in chunks",
    async (place) => {
      const filler = "\r".repeat(21 * 1_048_576)
      const part = multipart(
        `Content-Disposition: form-data; filename="1.pdf"\r\n\r\n%PDF-1.7 ${place}`,
      )
      const body = place === "before" ? `${filler}\r\n${part}` : `${part}${filler}`
      const { status, code } = await post(new Blob([body]).stream(), typed)
      expect(`${status} ${code}`).toBe("413 content_too_large")
      await expect.poll(() => stored()).toEqual([])
    },
  )

  /** Sends the beginning of a file, and leaves the connection open. */
  const begun = ({ service, path, token } = target) => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    const head = [
      `POST ${path} HTTP/1.1`,
      ...[`Host: ${hostname}`, `Authorization: Bearer ${token}`],
      ...["Content-Type: application/pdf", "Content-Length: 1000", "", "%PDF-1.7"],
    ]
    socket.write(head.join("\r\n"))
    return socket
  }

  test("a body whose client disconnects", async () => {
    const leaving = begun()
    await expect.poll(async () => (await stored()).length).toBe(1)
    leaving.destroy()
    await expect.poll(() => stored()).toEqual([])
  })

  test("a body that stalls", async ({ onTestFinished }) => {
    // A separate service, because a slow machine may take as long for parts of other bodies.
    const impatient = await startService(undefined, undefined, { bodyTimeout: 300 })
    onTestFinished(impatient.stop)
    const other = await attacked(impatient)
    const socket = begun(other)
    let output = ""
    socket.on("data", (chunk) => {
      output += String(chunk)
    })
    await expect.poll(() => output).toContain("HTTP/1.1 408")
    socket.destroy()
    await expect.poll(() => stored(other)).toEqual([])
  })
})

const names = [
  "../../../etc/passwd",
  "..\\..\\boot.ini",
  "..",
  'a"; filename="b.html',
  "a\r\nSet-Cookie: x=1\r\n\r\n<script>",
  "\u202egnp.exe",
  "Beleg für Büro – 7 €.png",
  "%2e%2e%2f%0d%0ax",
]

test.each(names)("the file name %j remains a name, and cannot end its header", async (given) => {
  const receipt = await client.receipts.create({
    params: at,
    body: form([png(`named ${given}`), given]),
  })
  expect(receipt.name).not.toMatch(/[\p{Cc}\u202e/\\]/u)
  const params = { ...at, receipt_id: receipt.id }
  const { headers } = await client.receipts.get.withResponse({ params })
  const field = headers.get("content-disposition") ?? ""
  expect(field).toMatch(/^attachment; filename="[ !#-[\]-~]*"(?:; filename\*=UTF-8''[\w%.~-]+)?$/u)
  expect(headers.has("set-cookie")).toBe(false)
  for (const file of await stored()) expect(file).toMatch(/[0-9a-f-]{36}\.[0-9a-f]{64}$/u)
})

test("a picture that is also a script is served as a picture, and cannot run", async () => {
  const polyglot = png(`*/=1;</script>${html}`)
  const { id } = await client.receipts.create({ params: at, body: polyglot })
  const { headers } = await client.receipts.get.withResponse({ params: { ...at, receipt_id: id } })
  expect(headers.get("content-type")).toBe("image/png")
  expect(headers.get("x-content-type-options")).toBe("nosniff")
  expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/u)
  expect(headers.get("content-disposition")).toMatch(/^attachment/u)
})

test("a file is not read if the caller may not write", async () => {
  const response = await fetch(`${service.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "image/png" },
    body: png("nobody"),
  })
  expect(response.status).toBe(401)
})
