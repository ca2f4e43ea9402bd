import { connect } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type { Upload } from "@outlay/domain/fields"
import { client_id, none, uploadEndpoint } from "@outlay/http-contract"
import { Effect, Stream } from "effect"
import { expect, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import type { Incoming } from "../src/kernel/arrival.ts"
import { handler } from "../src/kernel/handler.ts"
import { principalOf, serveAlone } from "./lone-handler.ts"

const contract = uploadEndpoint({
  ...{ operation: "files.attach", method: "POST", path: "/v1/businesses/{client_id}/files" },
  access: { resource: "budgets", action: "create" },
  ...{ summary: "A file", description: "A file.", params: { client_id } },
  upload: { maximum: 1_000, mediaTypes: ["image/png"] },
  received: (): Upload => ({}) as Upload,
  ...{ success: none, problems: [] },
})

/** Serves uploads of businesses 7 and 8, whose tokens are their numbers. */
const starting = async (bodyTimeout: number) => {
  const receive = ({ bytes }: Incoming) => Effect.as(Stream.runDrain(bytes), {} as Upload)
  const served = { ...handler(contract, () => Effect.void), receive }
  const authenticate = (secret: string) =>
    Effect.succeed(principalOf(contract.access, Number(secret)))
  const { port, inFlight } = await serveAlone(served, { authenticate, options: { bodyTimeout } })
  /** Begins an upload of 1,000 bytes and sends only `bytes` of them. */
  const begin = (business: number, bytes: number) => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined)
    const response = new Promise<string>((done) => socket.once("data", (chunk) => done(`${chunk}`)))
    const fields = `Authorization: Bearer ${business}\r\nContent-Type: image/png`
    const head = `POST /v1/businesses/${business}/files HTTP/1.1\r\nHost: x\r\n${fields}`
    socket.write(`${head}\r\nContent-Length: 1000\r\n\r\n${"x".repeat(bytes)}`)
    return { socket, response }
  }
  return { begin, inFlight }
}

test("unfinished uploads of one token leave slots for others", async () => {
  const { begin, inFlight } = await starting(60_000)
  const first = Array.from({ length: 8 }, () => begin(7, 1))
  await until("they are in progress", () => inFlight() === 8)
  const refused = await begin(7, 1_000).response
  expect(refused).toMatch(/^HTTP\/1\.1 429 .*\r\nRetry-After: 1\r\n.*of a token at once/su)
  expect(await begin(8, 1_000).response).toMatch(/^HTTP\/1\.1 204 /u)
  for (const { socket } of first) socket.destroy()
  await until("they are cancelled", () => inFlight() <= 2)
  const isAccepted = async () => /^HTTP\/1\.1 204 /u.test(await begin(7, 1_000).response)
  await until("a slot is free", isAccepted)
})

test("an upload that only trickles is cancelled", async () => {
  const { begin } = await starting(1_000)
  const { socket, response } = begin(7, 1)
  let isAnswered = false
  const seen = response.finally(() => {
    isAnswered = true
  })
  for (let sent = 1; !isAnswered && sent < 1_000; sent++) {
    socket.write("x")
    await wait(50)
  }
  expect(await seen).toMatch(/^HTTP\/1\.1 408 /u)
  socket.destroy()
})
