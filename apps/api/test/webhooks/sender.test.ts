import type { Socket } from "node:net"
import { WebhookNotSent, WebhookSender } from "@outlay/domain"
import { maxSentAtOnce } from "@outlay/domain/ports"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { describe, expect, test } from "vitest"
import { version } from "../../src/version.ts"
import { httpSender } from "../../src/webhooks/sender.ts"
import { publicTargets } from "../../src/webhooks/targets.ts"
import { earlierSecret, event, request, secret } from "./given.ts"
import { receiver, speaker } from "./receiver.ts"
import { answers, sendAll, sendTo, withSender } from "./sending.ts"

describe("a receiver", () => {
  test("receives the event, with a signature that the published library accepts", async () => {
    const { url, received } = await receiver(answers(204))
    const given = request(`${url}?key=a`, { secrets: [secret, earlierSecret] })
    expect(await sendAll([given])).toEqual([{ status: 204, retry_after: null }])
    const [{ headers, body }] = received as [(typeof received)[0]]
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": `Outlay/${version}`,
      "webhook-id": event.id,
    })
    for (const known of [secret, earlierSecret]) {
      expect(new Webhook(known).verify(body, headers)).toMatchObject({
        id: event.id,
        type: "policy.updated",
        timestamp: event.created,
      })
    }
  })

  test.each([
    [200, {}, null],
    [299, {}, null],
    [300, {}, null],
    [404, {}, null],
    [410, {}, null],
    [500, {}, null],
    [503, { "retry-after": "soon" }, null],
    [204, { "retry-after": "0" }, expect.stringMatching(/^20\d\d-/u)],
    [429, { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, expect.stringMatching(/^20\d\d-/u)],
  ])("that responds with %i and %j is believed", async (status, headers, retry_after) => {
    const { url } = await receiver(answers(status, headers))
    expect(await sendTo(url)).toEqual({ status, retry_after })
  })

  test.each([301, 302, 303, 307, 308])("that redirects with %i is not followed", async (status) => {
    const inside = await receiver(answers(200))
    const { url } = await receiver(answers(status, { location: inside.url }))
    expect(await sendTo(url)).toEqual({ status, retry_after: null })
    expect(inside.received).toEqual([])
  })

  test("is reached over the connection that is open", async () => {
    const { url, counts } = await receiver(answers(200))
    expect(await sendAll(Array.from({ length: 20 }, () => request(url)))).toHaveLength(20)
    expect(counts.connections).toBe(1)
  })

  test("has a connection for each of many concurrent requests, and reuses them", async () => {
    const { url, counts } = await receiver(answers(200))
    const round = Array.from({ length: 20 }, () => request(url))
    await withSender((send) =>
      Effect.forEach([1, 2, 3], () => Effect.forEach(round, send, { concurrency: 20 })),
    )
    expect(counts.connections).toBe(20)
  })

  test("can receive the maximum number of concurrent requests at once", async () => {
    const waiting: Array<() => void> = []
    const { url } = await receiver((_, response) => {
      waiting.push(() => response.writeHead(204).end())
      if (waiting.length === maxSentAtOnce) for (const respond of waiting) respond()
    })
    const all = Array.from({ length: maxSentAtOnce }, () => request(url))
    const sent = await withSender((send) => Effect.forEach(all, send, { concurrency: "unbounded" }))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([204]))
  })

  test("that has closed the open connection is reached over a new one", async () => {
    let connections = 0
    const { url } = await speaker((socket) => {
      connections++
      let requests = 0
      socket.on("data", () => {
        requests++
        if (requests === 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        else socket.resetAndDestroy()
      })
    })
    const sent = await sendAll([request(url), request(url), request(url)])
    expect(sent).toEqual(Array.from({ length: 3 }, () => ({ status: 200, retry_after: null })))
    expect(connections).toBe(3)
  })

  test("that sends an interim response and then a response has responded", async () => {
    const { url } = await speaker((socket) => {
      socket.once("data", () =>
        socket.write(
          "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 OK\r\nContent-Length: 0\r\n\r\n",
        ),
      )
    })
    expect(await sendTo(url)).toEqual({ status: 202, retry_after: null })
  })

  test("that responds without end is disconnected, and its status counts", async () => {
    const chunk = Buffer.alloc(65_536, "a")
    let written = 0
    const closed = Promise.withResolvers<void>()
    const { url } = await receiver((_, response) => {
      response.writeHead(200)
      const more = (): void => {
        written += chunk.length
        if (response.destroyed) closed.resolve()
        else response.write(chunk, () => setImmediate(more))
      }
      more()
    })
    expect(
      await withSender((send) =>
        Effect.tap(send(request(url)), () => Effect.promise(() => closed.promise)),
      ),
    ).toEqual({ status: 200, retry_after: null })
    // Only what the system has buffered on the way.
    expect(written).toBeLessThan(32 * 1_048_576)
  })

  test.each([
    ["interim responses", "HTTP/1.1 103 Early Hints\r\n\r\n"],
    ["100 Continue responses", "HTTP/1.1 100 Continue\r\n\r\n"],
    ["empty lines", "\r\n"],
  ])("that begins with endless %s is disconnected", async (_, output) => {
    const chunk = output.repeat(4_000)
    let written = 0
    const { url } = await speaker((socket) => {
      const more = (): void => {
        if (socket.destroyed) return
        written += chunk.length
        socket.write(chunk, () => setImmediate(more))
      }
      socket.once("data", more)
    })
    expect(await sendTo(url)).toBe("The receiver sent too much data before a response.")
    // Only what the system has buffered on the way.
    expect(written).toBeLessThan(32 * 1_048_576)
  })

  test.each([
    ["closes", (socket: Socket) => socket.end()],
    ["resets", (socket: Socket) => socket.resetAndDestroy()],
  ])("that %s the connection during the body has sent its status", async (_, leave) => {
    const { url } = await speaker((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthank")
        setTimeout(() => leave(socket), 100)
      })
    })
    expect(await sendTo(url)).toEqual({ status: 200, retry_after: null })
  })

  test("that never ends its response is disconnected, and its status counts", async () => {
    const closed = Promise.withResolvers<void>()
    const { url } = await receiver((_, response) => {
      response.writeHead(200)
      response.write("and ")
      response.on("close", closed.resolve)
    })
    expect(
      await withSender((send) =>
        Effect.tap(send(request(url)), () => Effect.promise(() => closed.promise)),
      ),
    ).toEqual({ status: 200, retry_after: null })
  })
})

const closedBefore = "The connection was closed before a response."
const overflow = `HTTP/1.1 200 OK\r\nA: ${"a".repeat(20_000)}\r\n\r\n`

describe("a failed delivery", () => {
  test.each([
    ["a connection that is reset", "reset", closedBefore],
    ["a connection that is closed", "end", closedBefore],
    ["a response that is not HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "The response is not HTTP."],
    [
      "another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n",
      closedBefore,
    ],
    ["endless headers", overflow, "The response headers are too long."],
  ])("is caused by %s", async (_, output, expected) => {
    const { url } = await speaker((socket) => {
      socket.once("data", () => {
        if (output === "reset") socket.resetAndDestroy()
        else if (output === "end") socket.end()
        else socket.write(output)
      })
    })
    expect(await sendTo(url)).toBe(expected)
  })

  test("is caused by a port without a listener", async () => {
    expect(await sendTo("http://127.0.0.1:1/")).toBe("The connection was refused.")
  })

  test("is caused by a receiver without TLS if TLS is required", async () => {
    const { port } = await receiver(answers(200))
    expect(await sendTo(`https://127.0.0.1:${port}/`)).toMatch(/^The TLS handshake failed/u)
  })

  test("is caused by a response that takes longer than fifteen seconds", async () => {
    const requested = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const { url } = await receiver((_, response) => {
      response.on("close", closed.resolve)
      requested.resolve()
    })
    const seen: Array<string> = []
    await withSender((send) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.flip(send(request(url))))
        yield* Effect.promise(() => requested.promise)
        yield* TestClock.adjust("14999 millis")
        seen.push(fiber.pollUnsafe() === undefined ? "waits" : "ended")
        yield* TestClock.adjust("1 millis")
        seen.push((yield* Fiber.join(fiber)).reason)
        yield* Effect.promise(() => closed.promise)
      }).pipe(Effect.provide(TestClock.layer())),
    )
    expect(seen).toEqual(["waits", "The request timed out."])
  })

  test("is caused by a name whose DNS servers do not respond for fifteen seconds", async () => {
    const requested = Promise.withResolvers<void>()
    const resolve = () => {
      requested.resolve()
      return new Promise<never>(() => undefined)
    }
    const failed = await withSender(
      (send) =>
        Effect.gen(function* () {
          const fiber = yield* Effect.forkChild(Effect.flip(send(request("https://example.com/"))))
          yield* Effect.promise(() => requested.promise)
          yield* TestClock.adjust("15 seconds")
          return yield* Fiber.join(fiber)
        }).pipe(Effect.provide(TestClock.layer())),
      { ...publicTargets, resolve },
    )
    expect(failed).toEqual(new WebhookNotSent({ reason: "The request timed out." }))
  })

  test("releases its connection if sending is interrupted", async () => {
    const requested = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const { url } = await receiver((_, response) => {
      response.on("close", closed.resolve)
      requested.resolve()
    })
    await withSender((send) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(send(request(url)))
        yield* Effect.promise(() => requested.promise)
        yield* Fiber.interrupt(fiber)
        yield* Effect.promise(() => closed.promise)
      }),
    )
  })
})

test("a refused URL gets no request, and the check returns the same reason", async () => {
  const { url, received } = await receiver(answers(200))
  const sent = await sendTo(url, publicTargets)
  const checked = await Effect.runPromise(
    WebhookSender.use((_) => Effect.flip(_.check(url))).pipe(
      Effect.provide(httpSender(publicTargets)),
    ),
  )
  expect(sent).toMatch(/^The URL must use https, unless /u)
  expect(checked).toMatchObject({ _tag: "TargetNotAllowed", pointer: "/url", reason: sent })
  expect(received).toEqual([])
})

test("errors do not contain the URL, the secret or the event", async () => {
  const url = "http://127.0.0.1:1/hook?key=confidential"
  const failed = await withSender((send) => Effect.flip(send(request(url))))
  const text = `${JSON.stringify(failed)} ${String(failed)} ${failed.stack}`
  for (const hidden of ["confidential", secret, secret.slice(6), event.data.name, event.id]) {
    expect(text).not.toContain(hidden)
  }
})
