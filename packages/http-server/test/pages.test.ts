import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { ask } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

let toy: Toy
beforeAll(async () => {
  toy = await start()
})
afterAll(() => toy.stop())

const none = { authorization: "" }

describe.each(["/docs", "/docs/problems", "/openapi.json"])("%s", (path) => {
  test("is encoded and measured once, not for each request", async () => {
    const first = await ask(toy, path, { headers: none })
    const byteLength = vi.spyOn(Buffer, "byteLength")
    try {
      const again = await ask(toy, path, { headers: none })
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
    ["the same", (etag: string) => etag],
    ["a weak one", (etag: string) => `W/${etag}`],
    ["one of a list", (etag: string) => `"other", ${etag}`],
    ["any", () => "*"],
  ])("If-None-Match with %s is 304", async (_, field) => {
    const etag = (await ask(toy, path, { headers: none })).headers.get("etag") ?? ""
    const headers = { ...none, "if-none-match": field(etag) }
    const { status, text } = await ask(toy, path, { headers })
    expect([status, text]).toEqual([304, ""])
  })

  test("HEAD answers the fields alone", async () => {
    const whole = await ask(toy, path, { headers: none })
    const head = await ask(toy, path, { method: "HEAD", headers: none })
    expect([head.status, head.text]).toEqual([200, ""])
    expect(head.headers.get("content-length")).toBe(whole.headers.get("content-length"))
  })
})
