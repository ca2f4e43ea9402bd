import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { ask } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

let toy: Toy
beforeAll(async () => {
  toy = await start()
})
afterAll(() => toy.stop())

const none = { authorization: "" }

const plain = { ...none, "accept-encoding": "identity" }

describe.each(["/docs", "/docs/reference.js", "/docs/problems", "/openapi.json"])("%s", (path) => {
  test("is encoded and measured once, not for each request", async () => {
    const first = await ask(toy, path, { headers: plain })
    const byteLength = vi.spyOn(Buffer, "byteLength")
    try {
      const again = await ask(toy, path, { headers: plain })
      expect(again.text).toBe(first.text)
      const measured = byteLength.mock.calls.filter(
        ([text]) => typeof text === "string" && text.length > 1_000,
      )
      expect(measured).toEqual([])
    } finally {
      byteLength.mockRestore()
    }
    expect(Number(first.headers.get("content-length"))).toBe(Buffer.byteLength(first.text))
  })

  test.each([
    ["the same ETag", (etag: string) => etag],
    ["a weak ETag", (etag: string) => `W/${etag}`],
    ["one of a list", (etag: string) => `"other", ${etag}`],
    ["any", () => "*"],
  ])("If-None-Match with %s is 304", async (_, field) => {
    const etag = (await ask(toy, path, { headers: none })).headers.get("etag") ?? ""
    const headers = { ...none, "if-none-match": field(etag) }
    const { status, text } = await ask(toy, path, { headers })
    expect([status, text]).toEqual([304, ""])
  })

  test("HEAD returns only the header fields", async () => {
    const whole = await ask(toy, path, { headers: none })
    const head = await ask(toy, path, { method: "HEAD", headers: none })
    expect([head.status, head.text]).toEqual([200, ""])
    expect(head.headers.get("content-length")).toBe(whole.headers.get("content-length"))
  })
  test("is compressed for clients that accept it", async () => {
    const text = (await ask(toy, path, { headers: plain })).text
    const encoded = async (field: string) => {
      const headers = { ...none, "accept-encoding": field }
      const reply = await ask(toy, path, { headers })
      expect([reply.status, reply.text === text]).toEqual([200, true])
      expect(reply.headers.get("vary")).toBe("Accept-Encoding")
      return [reply.headers.get("content-encoding"), reply.headers.get("etag")]
    }
    const [gzip, gzipEtag] = await encoded("br;q=1.0, gzip;q=0.8, *;q=0.1")
    const [identity, etag] = await encoded("gzip;q=0, br")
    expect([gzip, identity]).toEqual(["gzip", null])
    expect(gzipEtag).not.toBe(etag)
  })
})

describe("the API reference", () => {
  test("loads its script from this service by its hash, cached forever", async () => {
    const page = await ask(toy, "/docs", { headers: none })
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]*)"/gu)].map(([, source]) => source)
    const script = sources.find((source) => source?.startsWith("/docs/reference.js?")) ?? ""
    expect(sources.filter((source) => !/^(?:\/|data:,$)/u.test(source ?? ""))).toEqual([])
    const reply = await ask(toy, script, { headers: none })
    expect(reply.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    expect(reply.headers.get("cache-control")).toContain("immutable")
    expect(reply.text).toContain('Scalar.createApiReference("#reference"')
  })

  test("may run that script and send requests to this service, and nothing else", async () => {
    const { headers } = await ask(toy, "/docs", { headers: none })
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*|script-src[^;]*unsafe/u)
    const { text } = await ask(toy, "/docs/reference.js", { headers: none })
    // A test of whether code may be compiled is a violation that browsers report.
    expect(text).not.toContain("new Function(")
    expect(text).not.toContain("sourceMappingURL")
  })
})
