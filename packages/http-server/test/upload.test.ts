import { connect } from "node:net"
import { setImmediate as turn } from "node:timers/promises"
import { StorageUnavailable } from "@outlay/domain"
import type { Upload } from "@outlay/domain/fields"
import { client_id, none, uploadEndpoint } from "@outlay/http-contract"
import { Effect, Stream } from "effect"
import { expect, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import type { Incoming } from "../src/kernel/arrival.ts"
import { handler } from "../src/kernel/handler.ts"
import { principalOf, serveAlone } from "./lone-handler.ts"

const path = "/v1/businesses/7/files"
const contract = uploadEndpoint({
  ...{ operation: "files.attach", method: "POST", path: "/v1/businesses/{client_id}/files" },
  access: { resource: "budgets", action: "create" },
  ...{ summary: "A file", description: "A file.", params: { client_id } },
  upload: { maximum: 1_000, mediaTypes: ["image/png"] },
  received: (): Upload => ({}) as Upload,
  ...{ success: none, problems: [] },
})

const principal = principalOf(contract.access)

/** Delays and failures that a test chooses. */
interface Decided {
  /** Delay before a file is stored. */
  readonly store?: Promise<void>
  /** Delay of the second check of the token, after the file has arrived. */
  readonly judge?: Promise<void>
  /** Runs at the end of each unit of work, and may fail. */
  readonly end?: Effect.Effect<void, StorageUnavailable>
}

const starting = async ({ store, judge, end = Effect.void }: Decided) => {
  const seen = { stored: 0, given: 0, removed: 0, judged: 0, attached: 0 }
  const receive = Effect.fnUntraced(function* ({ bytes }: Incoming) {
    yield* Stream.runDrain(bytes)
    yield* Effect.promise(() => turn())
    const upload = { sha256: "5f70", name: "1.png", taken: false }
    yield* Effect.addFinalizer(() => Effect.sync(() => void (upload.taken || seen.removed++)))
    seen.stored++
    const wait = Effect.promise(() => store ?? Promise.resolve())
    yield* Effect.onInterrupt(wait, () => Effect.sync(() => void seen.given++))
    return upload as Upload
  })
  const attach = handler(contract, ({ body }) =>
    Effect.sync(() => {
      seen.attached++
      body.taken = true
    }),
  )
  const authenticate = Effect.suspend(() =>
    ++seen.judged === 1
      ? Effect.succeed(principal)
      : Effect.as(
          Effect.promise(() => judge ?? Promise.resolve()),
          principal,
        ),
  )
  const served = { ...attach, receive }
  const around = { authenticate: () => authenticate, end }
  const { port, metrics, inFlight } = await serveAlone(served, around)
  const socket = connect(port, "127.0.0.1")
  const response = new Promise<string>((done) => {
    socket.once("data", (chunk) => done(chunk.toString())).on("error", () => undefined)
  })
  const fields = "Authorization: Bearer outlay_1\r\nContent-Type: image/png\r\nContent-Length: 4"
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n\r\nbyte`)
  const isOver = () => inFlight() === 0
  return { seen, socket, response, metrics, isOver }
}

test("a file that arrives is attached", async () => {
  const { seen, socket, response } = await starting({})
  expect(await response).toMatch(/^HTTP\/1\.1 204 /u)
  expect(seen).toEqual({ stored: 1, given: 0, removed: 0, judged: 2, attached: 1 })
  socket.destroy()
})

test("storing a file is cancelled if its client disconnects", async () => {
  const { seen, socket, metrics, isOver } = await starting({ store: new Promise(() => undefined) })
  await until("the file is on its way to the store", () => seen.stored === 1)
  socket.destroy()
  await until("the request is over", isOver)
  expect(seen).toEqual({ stored: 1, given: 1, removed: 1, judged: 1, attached: 0 })
  expect(metrics()).toContain('method="POST",status="4xx"} 1')
})

test("a client that disconnects while its token is checked again attaches nothing", async () => {
  const judging = Promise.withResolvers<void>()
  const { seen, socket, isOver } = await starting({ judge: judging.promise })
  await until("the token is checked again", () => seen.judged === 2)
  socket.destroy()
  await until("its file is removed", () => seen.removed === 1)
  judging.resolve()
  await until("the request is over", isOver)
  expect(seen).toEqual({ stored: 1, given: 0, removed: 1, judged: 2, attached: 0 })
})

const lost = { reason: "the answer to a commit is lost" }

test.each([
  ["not saved", Effect.fail(new StorageUnavailable(lost)), 503, 1],
  ["unknown", Effect.fail(new StorageUnavailable({ ...lost, isUnknown: true })), 503, 0],
  ["a defect", Effect.die(new Error("of the storage")), 500, 0],
  ["an interruption", Effect.interrupt, 500, 0],
] as const)("the file of a unit of work that ends with %s", async (_, end, status, removed) => {
  const { seen, socket, response, isOver } = await starting({ end })
  expect(await response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `, "u"))
  socket.destroy()
  await until("the request is over", isOver)
  expect(seen).toMatchObject({ stored: 1, attached: 1, removed })
})
