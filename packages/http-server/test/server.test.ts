import { once } from "node:events"
import { connect } from "node:net"
import { describe, expect, test } from "vitest"
import { ask, post, raw } from "./ask.ts"
import { start, type Toy } from "./toy.ts"

const notes = "/v1/businesses/7/notes"
const fields = "Host: localhost\r\nAuthorization: Bearer outlay_writer\r\n"

const connected = (toy: Toy, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const client = connect(toy.port, "127.0.0.1")
      await once(client, "connect")
      return client
    }),
  )

describe("the rate limit", () => {
  test("counts per token, returns the remaining quota and refuses with Retry-After", async () => {
    const toy = await start({ rateLimit: { requests: 3, seconds: 60 } })
    const replies = []
    for (let n = 0; n < 4; n++) replies.push(await ask(toy, notes))
    const other = await ask(toy, notes, { headers: { authorization: "Bearer outlay_reader" } })
    const operator = await post(
      toy,
      "/operator/v1/businesses/7/notes",
      { text: "x" },
      {
        authorization: "Bearer operator-token",
      },
    )
    await toy.stop()
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    const fields = replies.map(({ headers }) => headers.get("ratelimit"))
    expect(fields.map((field) => field?.replace(/t=\d+$/u, "t"))).toEqual([
      '"default";r=2;t',
      '"default";r=1;t',
      '"default";r=0;t',
      '"default";r=0;t',
    ])
    expect(replies[3]?.headers.get("ratelimit-policy")).toBe('"default";q=3;w=60')
    expect(Number(replies[3]?.headers.get("retry-after"))).toBeGreaterThan(0)
    expect([replies[3]?.json.code, other.status]).toEqual(["rate_limited", 200])
    expect([operator.status, operator.headers.get("ratelimit")]).toEqual([201, null])
  })
})

describe("overload", () => {
  test("F-71 more than the limit at once: 503, and accepted requests are completed", async () => {
    const toy = await start({ maxInFlight: 3 })
    toy.state.fault = "slow"
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => post(toy, notes, { text: `${n}` })),
    )
    await toy.stop()
    const done = replies.filter(({ status }) => status === 201)
    const shed = replies.filter(({ status }) => status === 503)
    expect(done.length + shed.length).toBe(10)
    expect(done.length).toBeGreaterThanOrEqual(3)
    expect(toy.state.notes).toHaveLength(3 + done.length)
    for (const { json, headers } of shed) {
      expect([json.code, headers.get("retry-after")]).toEqual(["overloaded", "1"])
    }
  })

  test("reads that are processed together do not count as overload", async () => {
    const toy = await start({ maxInFlight: 100 })
    const clients = await connected(toy, 300)
    const statuses = new Set<string>()
    for (let round = 0; round < 5; round++) {
      const heads = clients.map(async (client) => String(await once(client, "data")).slice(9, 12))
      for (const client of clients) client.write(`GET ${notes} HTTP/1.1\r\n${fields}\r\n`)
      for (const status of await Promise.all(heads)) statuses.add(status)
    }
    for (const client of clients) client.destroy()
    await toy.stop()
    expect([...statuses]).toEqual(["200"])
  })
})

describe("pages", () => {
  test("health, metrics and documents need no token", async () => {
    const toy = await start()
    const none = { headers: { authorization: "" } }
    const paths = ["/livez", "/readyz", "/metrics", "/openapi.json", "/docs", "/docs/problems"]
    await ask(toy, notes)
    for (const path of paths)
      expect([path, (await ask(toy, path, none)).status]).toEqual([path, 200])
    const metrics = await ask(toy, "/metrics", none)
    const labels = 'route="/v1/businesses/{client_id}/notes",method="GET",status="2xx"'
    expect(metrics.text).toContain(`outlay_http_requests_total{${labels}} 1`)
    expect((await ask(toy, "/livez", { method: "POST" })).status).toBe(405)
    const document = await ask(toy, "/openapi.json", none)
    expect(document.json.openapi).toMatch(/^3\.1\./u)
    expect((await ask(toy, "/docs/problems")).text).toContain('id="note_is_locked"')
    const home = await ask(toy, "/", { ...none, redirect: "manual" })
    expect([home.status, home.headers.get("location")]).toEqual([302, "/docs"])
    await toy.stop()
  })
})

describe("a silent connection", () => {
  test("stays open beyond the timeout while its client waits for a response", async () => {
    // A shorter timeout would fail on a slow machine, which may be silent for that long by itself.
    const toy = await start({ idleTimeout: 2_000 })
    const { promise, resolve: release } = Promise.withResolvers<void>()
    toy.state.held = promise
    const write = post(toy, notes, { text: "x" })
    const unsent = `POST ${notes} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer outlay_writer\r\n`
    const length = "Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{"
    // Closed without a response: its body never arrives.
    expect(await raw(toy, unsent + length, 30_000)).toBe("")
    release()
    expect((await write).status).toBe(201)
    await toy.stop()
  })
})

describe("shutdown", () => {
  test("F-14 a write in progress is completed, and no new request is accepted", async () => {
    const toy = await start()
    const { promise, resolve: release } = Promise.withResolvers<void>()
    toy.state.held = promise
    const idle = raw(toy, `GET ${notes} HTTP/1.1\r\nHost: x\r\n\r\n`, 10_000)
    const write = post(toy, notes, { text: "x" })
    await expect.poll(() => toy.state.notes).toHaveLength(4)
    await expect.poll(toy.metrics).toMatch(/status="4xx"\} 1\n/u)
    const stopped = toy.stop()
    await new Promise((done) => setImmediate(done))
    release()
    await stopped
    const reply = await write
    expect([reply.status, reply.headers.get("connection")]).toEqual([201, "close"])
    expect(toy.state.notes).toHaveLength(4)
    expect(await idle).toContain("401")
    await expect(ask(toy, notes)).rejects.toThrow()
  })
})
