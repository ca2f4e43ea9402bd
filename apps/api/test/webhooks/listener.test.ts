import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, Exit, Scope } from "effect"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { verify } from "../../src/webhooks/delivery.ts"
import { listener, type ReceivedRequest } from "../../src/webhooks/listener.ts"
import { runInProcess } from "../in-process.ts"
import { earlierSecret, secret } from "./given.ts"

const event = { id: "evt_1", type: "topup.created", data: { id: "7" } }
const text = JSON.stringify(event)

const signed = (body: string, { by = secret, at = new Date() } = {}) => ({
  "content-type": "application/json",
  "webhook-id": event.id,
  "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
  "webhook-signature": new Webhook(by).sign(event.id, at, body),
})

describe("a delivery", () => {
  const hours = (_: number) => new Date(Date.now() + _ * 3_600_000)
  const { "webhook-signature": _, ...unsigned } = signed(text)
  test.each([
    ["another secret", signed(text, { by: earlierSecret }), text, "the signature does not match"],
    ["another body", signed(text), `${text} `, "the signature does not match this secret"],
    ["an old signature", signed(text, { at: hours(-1) }), text, "more than five minutes before"],
    ["a future signature", signed(text, { at: hours(1) }), text, "more than five minutes before"],
    ["no signature", unsigned, text, "the header fields webhook-signature are missing"],
    ["no headers", {}, text, "webhook-id, webhook-timestamp, webhook-signature are missing"],
    ["a body that is not JSON", signed("{"), "{", "the body is not JSON"],
    ["a body that is not an event", signed("[]"), "[]", "the body is not an event"],
    ["an empty body", signed(""), "", "the body is not an event"],
  ])("is refused if it has %s", (_, headers, body, reason) => {
    const verified = verify({ headers, body: Buffer.from(body) }, secret)
    expect(verified.event).toBeNull()
    expect(verified.reason).toContain(reason)
  })

  test("returns its event if the signature is valid", () => {
    expect(verify({ headers: signed(text), body: Buffer.from(text) }, secret).event).toEqual(event)
  })
})

describe("the listener", () => {
  const received: Array<ReceivedRequest> = []
  const arrived: Array<{ readonly body: string; readonly id: unknown }> = []
  let status = 202
  const program = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    arrived.push({ body, id: request.headers["webhook-id"] })
    response.writeHead(status).end()
  })
  const scope = Scope.makeUnsafe()
  let url = ""
  const listens = (forward: string | null) =>
    Effect.runPromise(
      listener({ port: 0, secret, forward, onRequest: (_) => received.push(_) }).pipe(
        Scope.provide(scope),
      ),
    )
  beforeAll(async () => {
    await new Promise<void>((resolve) => program.listen(0, "127.0.0.1", resolve))
    url = await listens(`http://127.0.0.1:${(program.address() as AddressInfo).port}/hooks`)
  })
  afterAll(async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    program.close()
  })

  const deliver = async (to: string, init: RequestInit) => {
    received.length = 0
    arrived.length = 0
    return (await fetch(to, { method: "POST", ...init })).status
  }

  test.each([202, 500, 410])("forwards verified deliveries, and returns %d", async (given) => {
    status = given
    expect(await deliver(url, { headers: signed(text), body: text })).toBe(given)
    expect(arrived).toEqual([{ body: text, id: event.id }])
    expect(received).toEqual([
      { id: event.id, status: given, unreachable: null, verified: { event, reason: null } },
    ])
  })

  test("forwards nothing else", async () => {
    const headers = signed(text, { by: earlierSecret })
    expect(await deliver(url, { headers, body: text })).toBe(401)
    expect([arrived, received.map(({ status }) => status)]).toEqual([[], [401]])
  })

  test("returns 204 without a target, and 502 for an unreachable one", async () => {
    const alone = await listens(null)
    expect(await deliver(alone, { headers: signed(text), body: text })).toBe(204)
    const unreachable = await listens("http://127.0.0.1:1/")
    expect(await deliver(unreachable, { headers: signed(text), body: text })).toBe(502)
    expect(received[0]?.unreachable).not.toBeNull()
  })

  test("accepts only POST, and no body larger than 1 MiB", async () => {
    expect(await deliver(url, { method: "GET" })).toBe(405)
    const headers = { "content-type": "application/json" }
    const long = await deliver(url, { headers, body: "x".repeat(1_048_577) }).catch(() => 413)
    expect(long).toBe(413)
    expect(received).toEqual([])
  })
})

describe("outlay listen", () => {
  test.each([
    [[], ["OUTLAY_WEBHOOK_SECRET (or --secret) must be whsec_ and base64"]],
    [
      ["--secret", "whsec_short", "--port", "x", "--forward", "ftp://a"],
      ["--port (or OUTLAY_LISTEN_PORT)", "--secret (or OUTLAY_WEB", "--forward (or OUTLAY_LISTEN"],
    ],
  ])("reports every error in %j, without the secret", async (args, faults) => {
    const { code, err } = await runInProcess(["listen", ...args], process.cwd(), process.env)
    expect(code).toBe(2)
    for (const fault of faults) expect(err).toContain(fault)
    expect(err).not.toContain("whsec_short")
  })
})
