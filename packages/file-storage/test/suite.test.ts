import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { receiptFilesSuite } from "@outlay/conformance-tests/storage"
import { ReceiptFiles } from "@outlay/domain/ports"
import { Context, Effect, Layer, Redacted, Stream } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { copyFiles, FolderFiles, S3Files } from "../src/index.ts"
import { startS3 } from "./s3-server.ts"

let server: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  server = await startS3()
})
afterAll(() => server?.stop())

let prefixes = 0

/** Empty stores, one for each test. */
const stores: Readonly<Record<string, Layer.Layer<ReceiptFiles>>> = {
  "a folder": Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "outlay-files-"))),
        (folder) => Effect.promise(() => rm(folder, { recursive: true })),
      ),
      (folder) => FolderFiles.layer(join(folder, "receipts")),
    ),
  ),
  "a bucket": Layer.suspend(() =>
    S3Files.layer({ ...server.options, url: `${server.options.url}/prefix-${++prefixes}/of` }),
  ),
}

describe.each(Object.entries(stores))("%s", (_, store) => {
  const { name, cases } = receiptFilesSuite
  describe(name, () => {
    test.each(cases)("$name", ({ run }) => run(store))
  })
})

/** Returns a store and its folder, which exist until the scope closes. */
const serviceOf = (name: string) =>
  Effect.map(Layer.build(stores[name] as Layer.Layer<ReceiptFiles>), Context.get(ReceiptFiles))

const file = { client_id: 7, file_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50" }
const bytes = new TextEncoder().encode("%PDF-1.7 copied")

test("a listing of many pages is complete", async () => {
  const program = Effect.gen(function* () {
    const files = yield* ReceiptFiles
    for (const n of [1, 2, 3, 4, 5]) {
      const key = { client_id: n, file_id: file.file_id, sha256: "0".repeat(64) }
      yield* Effect.scoped(
        Effect.flatMap(files.stage(Stream.make(bytes), 100), (staged) => files.keep(staged, key)),
      )
    }
    const keys = yield* Stream.runCollect(files.all)
    return keys.map(({ client_id }) => client_id).toSorted()
  })
  const { options } = server
  const paged = S3Files.layer({ ...options, url: `${options.url}/pages`, pageSize: 2 })
  expect(await Effect.runPromise(Effect.provide(program, paged))).toEqual([1, 2, 3, 4, 5])
})

test.each([
  ["a folder", "a bucket"],
  ["a bucket", "a folder"],
])("files are copied from %s to %s once, without altered ones", async (from, to) => {
  const program = Effect.gen(function* () {
    const source = yield* serviceOf(from)
    const target = yield* serviceOf(to)
    const { sha256 } = yield* Effect.scoped(source.stage(Stream.make(bytes), 100))
    const altered = { ...file, client_id: 8, sha256: "0".repeat(64) }
    for (const key of [{ ...file, sha256 }, altered]) {
      yield* Effect.scoped(
        Effect.flatMap(source.stage(Stream.make(bytes), 100), (_) => source.keep(_, key)),
      )
    }
    const first = yield* copyFiles(source, target)
    const second = yield* copyFiles(source, target)
    const there = yield* Stream.runCollect(target.all)
    return { first, second, there, sha256, altered }
  })
  const { first, second, there, sha256, altered } = await Effect.runPromise(Effect.scoped(program))
  const left = [{ ...altered, size: bytes.length }]
  expect(first).toEqual({ copied: 1, altered: left, failed: [] })
  expect(second).toEqual({ copied: 0, altered: left, failed: [] })
  expect(there).toEqual([{ ...file, sha256, size: bytes.length }])
})

test("a bucket without access is an error that reveals nothing of the service", async () => {
  const { options } = server
  const wrong = { ...options, secretAccessKey: Redacted.make("wrong") }
  const nowhere = { ...options, url: options.url.replace("receipts", "none") }
  for (const each of [wrong, nowhere]) {
    const read = ReceiptFiles.use((_) => Stream.runCollect(_.all))
    const failed = await Effect.runPromise(Effect.flip(Effect.provide(read, S3Files.layer(each))))
    expect(failed).toMatchObject({ _tag: "StorageUnavailable" })
    expect(failed.reason).toMatch(/^S3 answered with 40[34]$/u)
  }
})
