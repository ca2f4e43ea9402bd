import { connect, type Socket } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type { Principal } from "@outlay/domain/rules"
import { afterEach, expect, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import { ask, raw } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

const notes = "/v1/businesses/7/notes"
let toy: Toy
let sockets: Array<Socket> = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await toy.stop()
})

/** Makes responses of a megabyte and counts them. */
const counted = (): { readonly made: number } => {
  const texts = Array.from({ length: 500 }, (_, id) => ({ id, text: "x".repeat(2_000) }))
  const seen = { made: 0 }
  Object.defineProperty(toy.state, "notes", {
    get: () => {
      seen.made++
      return texts
    },
  })
  return seen
}

const request = (token: string) =>
  `GET ${notes}?limit=500 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`

/** Opens a connection that sends and never reads. */
const deaf = (bytes: string): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(toy.port, "127.0.0.1", () => resolve(socket))
    socket.pause().on("error", () => undefined)
    socket.write(bytes)
    sockets.push(socket)
  })

const figure = (name: string): number =>
  Number(new RegExp(`^${name} (\\d+)$`, "mu").exec(toy.metrics())?.[1])
const unreadBytes = () => figure("outlay_http_unread_bytes")

/** Waits until no more responses are made. */
const settled = async (seen: { readonly made: number }): Promise<void> => {
  for (let before = -1; before !== seen.made; ) {
    before = seen.made
    await wait(200)
  }
}

const statusOfToken = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` }
  return (await ask(toy, `${notes}/1`, { headers })).status
}

test("a connection that only sends holds one response, and others are served", async () => {
  toy = await start()
  toy.principals.set("outlay_second", toy.principals.get("outlay_writer") as Principal)
  const seen = counted()
  for (const token of ["outlay_writer", "outlay_reader", "outlay_second"]) {
    await deaf(request(token).repeat(2_000))
  }
  await until("more than 2_000_000 bytes are unread", () => unreadBytes() > 2_000_000, 5)
  await settled(seen)
  // The kernel's own buffers hold some megabytes for each connection.
  expect(seen.made).toBeLessThan(60)
  expect(unreadBytes()).toBeLessThan(3 * 1_100_000)
  expect(figure("outlay_http_requests_in_flight")).toBe(3)
  expect(await statusOfToken("outlay_writer")).toBe(200)
  expect(await statusOfToken("outlay_other")).toBe(403)
})

test("a token is refused while it does not read its responses", async () => {
  toy = await start({ unreadResponses: { maxBytesPerToken: 1_500_000 } })
  const seen = counted()
  for (let n = 0; n < 2; n++) await deaf(request("outlay_writer").repeat(200))
  await until("more than 1_500_000 bytes are unread", () => unreadBytes() > 1_500_000, 5)
  await settled(seen)
  const refused = await ask(toy, `${notes}/1`)
  expect([refused.status, refused.json.code]).toEqual([429, "rate_limited"])
  expect(refused.headers.get("retry-after")).toBe("1")
  expect(await statusOfToken("outlay_reader")).toBe(200)
  for (const socket of sockets) socket.destroy()
  await until("everything is read", () => unreadBytes() === 0, 5)
  expect(await statusOfToken("outlay_writer")).toBe(200)
})

test("above the total limit, tokens that have read everything are still served", async () => {
  toy = await start({ unreadResponses: { maxBytes: 500_000 } })
  const seen = counted()
  await deaf(request("outlay_writer").repeat(200))
  await until("more than 500_000 bytes are unread", () => unreadBytes() > 500_000, 5)
  await settled(seen)
  expect(await statusOfToken("outlay_writer")).toBe(429)
  expect(await statusOfToken("outlay_reader")).toBe(200)
})

test("the connection of a response that is not read in time is closed", async () => {
  toy = await start({ unreadResponses: { timeoutMs: 300 } })
  counted()
  const socket = await deaf(request("outlay_writer").repeat(200))
  await until("more than 0 bytes are unread", () => unreadBytes() > 0, 5)
  await until("everything is read", () => unreadBytes() === 0, 5)
  expect(figure("outlay_http_requests_in_flight")).toBe(0)
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  socket.resume()
  await closed
})

test("shutdown waits for a response that is being read, until the deadline", async () => {
  toy = await start({ shutdownDeadline: 400 })
  counted()
  await deaf(request("outlay_writer").repeat(20))
  await until("more than 0 bytes are unread", () => unreadBytes() > 0, 5)
  const slow = await deaf(request("outlay_reader").repeat(20))
  let read = 0
  slow.on("data", (chunk: Buffer) => {
    read += chunk.length
  })
  const started = performance.now()
  const stopped = toy.stop()
  slow.resume()
  await stopped
  expect(performance.now() - started).toBeGreaterThan(390)
  expect(read).toBeGreaterThan(1_000_000)
})

test("after a flood of pipelined requests, responses are still in order", async () => {
  toy = await start()
  const each = (id: number, fields = "") =>
    `GET ${notes}/${id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer outlay_reader\r\n${fields}\r\n`
  const ids = Array.from({ length: 1_000 }, (_, n) => (n % 3) + 1)
  const flood = ids.map((id) => each(id)).join("")
  const response = await raw(toy, flood + each(1, "Connection: close\r\n"), 20_000)
  const seen = [...response.matchAll(/\{"id":(\d),"text":"note \d"\}/gu)]
  expect(seen.map((match) => Number(match[1]))).toEqual([...ids, 1])
  expect(figure("outlay_http_requests_in_flight")).toBe(0)
})

test("a malformed request behind others is refused after they get their responses", async () => {
  toy = await start()
  toy.state.fault = "slow"
  const body = '{"text":"x"}'
  const write = [
    `POST ${notes} HTTP/1.1`,
    "Host: x",
    "Authorization: Bearer outlay_writer",
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    `\r\n${body}`,
  ].join("\r\n")
  const response = await raw(toy, `${write}${write}GET / FTP\r\n\r\n`, 5_000)
  expect(response.match(/HTTP\/1\.1 \d+/gu)).toEqual([
    "HTTP/1.1 201",
    "HTTP/1.1 201",
    "HTTP/1.1 400",
  ])
  expect(toy.state.notes).toHaveLength(5)
})
