import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ask } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

const script = "console.log('a script that is worth compressing')\n".repeat(20)

const folder = mkdtempSync(join(tmpdir(), "outlay-site-"))
let toy: Toy
beforeAll(async () => {
  mkdirSync(join(folder, "assets"))
  const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text)
  write("addresses.txt", "/\n/budgets")
  write("index.html", `<meta name="csp-nonce" content="{{nonce}}"><p>Here</p>`)
  write("assets/main-1.js", script)
  write("assets/main-1.js.br", brotliCompressSync(script))
  write("assets/main-1.js.gz", gzipSync(script))
  write("assets/icon-1.svg", "<svg/>")
  toy = await start({ site: folder })
})
afterAll(async () => {
  await toy.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(toy, path, { headers: { authorization: "", ...headers } })

describe("a site that is served in addition to the API", () => {
  test.each(["/", "/?a=b", "/budgets", "/budgets/1/periods"])(
    "has its page at %s",
    async (path) => {
      const { status, text, headers } = await get(path)
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
      expect(text).toContain("Here")
    },
  )

  test.each(["/budget", "/budgetsx", "/assets", "/assets/", "/assets/main-2.js", "/addresses.txt"])(
    "has nothing at %s",
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  test.each(["/assets/..%2faddresses.txt", "/assets/main-1.js.br", "/budgets/../addresses.txt"])(
    "serves no other file: %s",
    async (path) => {
      const { text } = await get(path)
      expect(text).not.toBe("/\n/budgets")
    },
  )

  test("does not change the documents and the API", async () => {
    expect((await get("/docs")).text).toContain("API reference")
    expect((await ask(toy, "/v1/businesses/7/notes")).status).toBe(200)
  })

  test("takes only reads", async () => {
    const { status, headers } = await ask(toy, "/budgets", { method: "POST" })
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
  })

  test("allows only its own scripts and styles, with a new nonce in each response", async () => {
    const responses = [await get("/"), await get("/")]
    const nonces = responses.map(({ text }) => /content="([\w-]+)"/u.exec(text)?.[1])
    expect(new Set(nonces).size).toBe(2)
    for (const [n, { headers }] of responses.entries()) {
      const policy = headers.get("content-security-policy") ?? ""
      expect(policy).toContain(`style-src 'self' 'nonce-${nonces[n]}'`)
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain("unsafe")
      expect(headers.get("cache-control")).toBe("no-store")
    }
  })
})

describe("a file of a site", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, br;q=0", "gzip"],
    ["gzip;q=0", null],
    ["identity", null],
  ])("is encoded for Accept-Encoding %s as %s", async (field, encoding) => {
    const { text, headers } = await get("/assets/main-1.js", { "accept-encoding": field })
    expect(headers.get("content-encoding")).toBe(encoding)
    expect(headers.get("vary")).toBe("Accept-Encoding")
    expect(text).toBe(script)
  })

  test("may be cached forever and has the type of its extension", async () => {
    const { headers } = await get("/assets/icon-1.svg")
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    expect(headers.get("content-type")).toBe("image/svg+xml")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("content-security-policy")).toContain("default-src 'none'")
  })
})
