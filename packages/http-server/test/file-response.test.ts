import { connect } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { client_id, endpoint, file } from "@outlay/http-contract"
import { Effect, Stream } from "effect"
import { expect, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import { handler } from "../src/kernel/handler.ts"
import { principalOf, serveAlone } from "./lone-handler.ts"

const contract = endpoint({
  ...{ operation: "files.get", method: "GET", path: "/v1/businesses/{client_id}/file" },
  access: { resource: "budgets", action: "read" },
  ...{ summary: "A file", description: "A file.", params: { client_id } },
  ...{ success: file(["image/png"]), problems: [] },
})

const megabyte = new Uint8Array(1_048_576)

/** Serves a file of one gigabyte, whose closing waits for `closed`. */
const starting = async (closed: Promise<void>) => {
  const seen = { read: 0, given: false }
  async function* bytes() {
    try {
      for (;;) {
        seen.read++
        yield megabyte
      }
    } finally {
      seen.given = true
      await closed
    }
  }
  const about = { media_type: "image/png", name: "1.png", sha256: "5f70", size: 1024 ** 3 }
  const get = handler(contract, () =>
    Effect.succeed({ ...about, bytes: Stream.fromAsyncIterable(bytes(), String) }),
  )
  const principal = principalOf(contract.access)
  const served = await serveAlone(get, { authenticate: () => Effect.succeed(principal) })
  const socket = connect(served.port, "127.0.0.1")
  const fields = "Host: x\r\nAuthorization: Bearer outlay_1"
  socket.write(`GET /v1/businesses/7/file HTTP/1.1\r\n${fields}\r\n\r\n`)
  return { ...served, seen, socket }
}

test("a client that disconnects during a download releases its file at once", async () => {
  const closed = Promise.withResolvers<void>()
  const { seen, socket, inFlight } = await starting(closed.promise)
  socket.pause()
  await until("the client takes no more", async () => {
    const { read } = seen
    await wait(100)
    return read > 0 && read === seen.read
  })
  const left = performance.now()
  socket.destroy()
  await until("the file is released", () => seen.given)
  // A client that stays connected has a minute to read more.
  expect(performance.now() - left).toBeLessThan(55_000)
  expect(inFlight()).toBe(1)
  closed.resolve()
  await until("the request is over", () => inFlight() === 0)
})
