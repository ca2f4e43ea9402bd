import { connect } from "node:net"
import type { Principal } from "@outlay/domain/rules"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { post, statusOf } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

const notes = "/v1/businesses/7/notes"
let toy: Toy
let writer: Principal
beforeAll(async () => {
  toy = await start()
  writer = toy.principals.get("outlay_writer") as Principal
})
afterAll(() => toy.stop())
beforeEach(() => {
  toy.principals.set("outlay_writer", writer)
})

const body = `{"text":"late"}`

/** Calls `meanwhile` before it sends the last byte of a body. */
const trickle = (method: string, path: string, meanwhile: () => void): Promise<string> =>
  new Promise((resolve) => {
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer outlay_writer\r\n`
    const fields = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    const socket = connect(toy.port, "127.0.0.1")
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk.toString()
    })
    socket.on("close", () => resolve(text))
    socket.write(`${head}Connection: close\r\n${fields}\r\n${body.slice(0, -1)}`, () => {
      const arrived = setInterval(() => {
        if (!/in_flight 1\n/u.test(toy.metrics())) return
        clearInterval(arrived)
        meanwhile()
        socket.write(body.slice(-1))
      }, 5)
    })
  })

const role = (over: Partial<Principal["role"]>): Principal => ({
  ...writer,
  role: { ...writer.role, ...over },
})

describe("a credential is checked again when the body has arrived", () => {
  test.each([
    ["POST", notes],
    ["PATCH", `${notes}/1`],
    ["POST", `${notes}?dry_run=true`],
  ])("%s %s: a token that has ended gets 401 and writes nothing", async (method, path) => {
    const before = toy.state.notes
    const response = await trickle(method, path, () => toy.principals.delete("outlay_writer"))
    expect(statusOf(response)).toBe(401)
    expect(response).toContain(`WWW-Authenticate: Bearer error="invalid_token"`)
    expect(toy.state.notes).toBe(before)
  })

  test("a token that lost the permission gets 403 and writes nothing", async () => {
    const before = toy.state.notes
    const response = await trickle("POST", notes, () =>
      toy.principals.set("outlay_writer", role({ permissions: [] })),
    )
    expect([statusOf(response), response.includes("permission_denied")]).toEqual([403, true])
    expect(toy.state.notes).toBe(before)
  })

  test("a token that is still valid writes", async () => {
    expect(statusOf(await trickle("POST", notes, () => undefined))).toBe(201)
  })
})

describe("a credential is checked again after each turn that a long body yields", () => {
  /** Posts a long body with a credential that is found only `times` times. Returns the status. */
  const postLong = async (times: number): Promise<number> => {
    let judged = 0
    const get = toy.principals.get.bind(toy.principals)
    toy.principals.get = (token) => (++judged > times ? undefined : get(token))
    try {
      return (await post(toy, notes, `{"text":"late"${" ".repeat(70_000)}}`)).status
    } finally {
      toy.principals.get = get
    }
  }

  // The checks are: with the head, with the body if that comes later, before decoding, and before
  // the write.
  test("a token that ended in one of them writes nothing", async () => {
    const before = toy.state.notes
    expect(await postLong(2)).toBe(401)
    expect(toy.state.notes).toBe(before)
    expect(await postLong(4)).toBe(201)
  })
})
