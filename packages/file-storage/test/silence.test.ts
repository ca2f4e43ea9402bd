import { randomBytes } from "node:crypto"
import { openAsBlob, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import type { Bucket } from "../src/index.ts"
import { HeardBlob, Silence, usualSilenceMs } from "../src/silence.ts"
import { collectGarbage } from "./garbage.ts"
import { bucketBy, serviceBy } from "./service.ts"

// Fake timers control the silence, so that the speed of the machine does not matter.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

const path = join(temporaryFolder("silence"), "file")
const bytes = randomBytes(1_000_000)
writeFileSync(path, bytes)
const file = { path, size: bytes.length, sha256: "0".repeat(64) }

const message = "S3 was silent for 30 seconds"

test.each<[string, (bucket: Bucket) => Promise<unknown>]>([
  ["reading", (bucket) => bucket.get("file")],
  ["sending", (bucket) => bucket.put("file", file)],
  ["removing", (bucket) => bucket.remove("file")],
  ["listing", (bucket) => bucket.page("", null)],
])("%s fails if there is no response", async (_, ask) => {
  const arrived = Promise.withResolvers<void>()
  const bucket = await bucketBy((request) => request.resume().on("end", arrived.resolve))
  const asking = expect(ask(bucket)).rejects.toThrow(message)
  await arrived.promise
  // Afterwards, objects with only weak references are gone.
  await collectGarbage()
  vi.advanceTimersByTime(usualSilenceMs)
  await asking
})

test("reading fails if bytes stop arriving", async () => {
  const bucket = await bucketBy((_, response) => {
    response.writeHead(200, { "content-length": 100 }).write("begun")
  })
  const reader = (await bucket.get("file"))?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("begun")
  const next = expect(reader?.read()).rejects.toThrow(message)
  await collectGarbage()
  vi.advanceTimersByTime(usualSilenceMs)
  await next
})

test("a slow reader does not count as silence of the service", async () => {
  const bucket = await bucketBy((_, response) => response.end(bytes))
  const reader = (await bucket.get("file"))?.getReader()
  let size = 0
  for (;;) {
    vi.advanceTimersByTime(2 * usualSilenceMs)
    const next = await reader?.read()
    if (next?.done !== false) break
    size += next.value.length
  }
  expect(size).toBe(bytes.length)
})

test.each([
  ["a file", undefined],
  ["memory", bytes],
])("bytes that are read from %s reset the silence of an upload", async (_, part) => {
  const silence = new Silence(usualSilenceMs)
  const moved = vi.spyOn(silence, "moved")
  let size = 0
  const url = await serviceBy(async (request, response) => {
    for await (const chunk of request) size += (chunk as Buffer).length
    response.end()
  })
  const blob = part === undefined ? await openAsBlob(path) : new Blob([part])
  await fetch(url, { method: "PUT", body: new HeardBlob(blob, silence) })
  expect(size).toBe(bytes.length)
  expect(moved.mock.calls.length).toBeGreaterThan(10)
})

test("a transfer restarts the silence, and the end of waiting ends it", () => {
  const silence = new Silence(usualSilenceMs)
  silence.begin()
  vi.advanceTimersByTime(usualSilenceMs - 1)
  silence.moved()
  vi.advanceTimersByTime(usualSilenceMs - 1)
  silence.end()
  silence.moved()
  vi.advanceTimersByTime(usualSilenceMs)
  expect(silence.signal.aborted).toBe(false)
})

test("sending a file stops if no one waits for it any more", async () => {
  const closed = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const bucket = await bucketBy((request) => {
    request.resume().socket.once("close", closed.resolve)
    arrived.resolve()
  })
  const waiting = new AbortController()
  const put = expect(bucket.put("file", file, waiting.signal)).rejects.toThrow("aborted")
  await arrived.promise
  await collectGarbage()
  waiting.abort()
  await put
  await closed.promise
})
