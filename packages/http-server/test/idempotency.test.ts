import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { post } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

const notes = "/v1/businesses/7/notes"
let toy: Toy
beforeAll(async () => {
  toy = await start()
})
afterAll(() => toy.stop())
beforeEach(() => {
  toy.state.fault = "none"
  toy.state.notes = []
  toy.remembered.clear()
})

const key = (value: string) => ({ "idempotency-key": value })

describe("Idempotency-Key", () => {
  test("a repeated request has one effect and returns the first response", async () => {
    const first = await post(toy, notes, { text: "x" }, key("k"))
    const second = await post(toy, notes, { text: "x" }, key('"k"'))
    expect(first.headers.get("idempotent-replayed")).toBeNull()
    expect(second.headers.get("idempotent-replayed")).toBe("true")
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(toy.state.notes).toHaveLength(1)
  })

  test("F-18 the same key with another body: 422, no effect", async () => {
    await post(toy, notes, { text: "x" }, key("k"))
    const other = await post(toy, notes, { text: "y" }, key("k"))
    expect([other.status, other.json.code]).toEqual([422, "idempotency_key_reused"])
    expect(toy.state.notes).toHaveLength(1)
  })

  test("F-19 another principal or path has its own keys", async () => {
    await post(toy, notes, { text: "x" }, key("k"))
    const operator = { authorization: "Bearer operator-token", ...key("k") }
    const others = [
      await post(toy, "/operator/v1/businesses/7/notes", { text: "x" }, operator),
      await post(toy, `/v1/businesses/7/notes/${toy.state.notes[0]?.id}/lock`, "", key("k")),
    ]
    for (const other of others) {
      expect(other.status).toBeLessThan(300)
      expect(other.headers.get("idempotent-replayed")).toBeNull()
    }
  })

  test.each([
    ["a business's token", notes, "outlay_writer"],
    ["the operator's token", "/operator/v1/businesses/7/notes", "operator-token"],
  ])("%s identifies the key, whichever way its header is spelled", async (_, path, secret) => {
    const spelled = ["Bearer ", "bearer ", "BEARER  ", "bEaReR \t "]
    const replies = []
    for (const scheme of spelled) {
      const headers = { authorization: `${scheme}${secret}`, ...key("k") }
      replies.push(await post(toy, path, { text: "x" }, headers))
    }
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([
      null,
      "true",
      "true",
      "true",
    ])
    expect(toy.state.notes).toHaveLength(1)
  })

  test("a stored response that cannot be decrypted: 422, and no second effect", async () => {
    await post(toy, notes, { text: "x" }, key("k"))
    for (const [scope, record] of toy.remembered) {
      toy.remembered.set(scope, { ...record, body: record.body.replace(/^..../u, "AAAA") })
    }
    const { status, json } = await post(toy, notes, { text: "x" }, key("k"))
    expect([status, json.code]).toEqual([422, "idempotency_key_reused"])
    expect(toy.state.notes).toHaveLength(1)
  })

  test("F-17 concurrent requests: one effect; the others get 409 while it runs", async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    toy.state.held = promise
    let refused = 0
    const send = async () => {
      const reply = await post(toy, notes, { text: "x" }, key("k"))
      if (reply.status === 409 && ++refused === 19) release()
      return reply
    }
    const replies = await Promise.all(Array.from({ length: 20 }, send))
    toy.state.held = null
    expect(toy.state.notes).toHaveLength(1)
    const codes = new Set(replies.map(({ status, json }) => `${status} ${json.code ?? json.text}`))
    expect([...codes].sort()).toEqual(["201 x", "409 idempotency_key_in_use"])
    const after = await post(toy, notes, { text: "x" }, key("k"))
    expect(after.headers.get("idempotent-replayed")).toBe("true")
  })

  test("a request that another process completed first: 409, without a second effect", async () => {
    await post(toy, notes, { text: "x" }, key("k"))
    const elsewhere = [...toy.remembered]
    toy.remembered.clear()
    toy.state.notes = []
    const { promise, resolve: release } = Promise.withResolvers<void>()
    toy.state.held = promise
    const sent = post(toy, notes, { text: "x" }, key("k"))
    const isRunning = async () => (await post(toy, notes, { text: "x" }, key("k"))).status
    await expect.poll(isRunning).toBe(409)
    for (const [scope, record] of elsewhere) toy.remembered.set(scope, record)
    toy.state.held = null
    release()
    const { status, json, headers } = await sent
    expect([status, json.code]).toEqual([409, "idempotency_key_in_use"])
    expect(headers.get("retry-after")).toBe("1")
    expect(toy.state.notes).toEqual([])
  })

  test("only a success is stored", async () => {
    for (const fault of ["locked", "storage", "defect"] as const) {
      toy.state.fault = fault
      expect((await post(toy, notes, { text: "x" }, key("k"))).status).toBeGreaterThanOrEqual(400)
    }
    expect((await post(toy, notes, { text: "" }, key("k"))).status).toBe(400)
    expect(toy.remembered.size).toBe(0)
    toy.state.fault = "none"
    expect((await post(toy, notes, { text: "x" }, key("k"))).status).toBe(201)
  })

  test.each([
    ["x".repeat(255), 201],
    ["x".repeat(256), 400],
    ["", 400],
    ['""', 400],
    ['"a', 400],
    ["a b", 201],
  ])("the key %j: %d", async (value, status) => {
    expect((await post(toy, notes, { text: "x" }, key(value))).status).toBe(status)
  })
})
