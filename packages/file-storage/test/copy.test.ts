import { StorageUnavailable } from "@outlay/domain"
import { type FileKey, ReceiptFiles } from "@outlay/domain/ports"
import { Context, Effect, Layer, Stream } from "effect"
import { expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { copyFiles, FolderFiles, S3Files } from "../src/index.ts"
import { optionsBy } from "./service.ts"

const bytes = new TextEncoder().encode("%PDF-1.7 copied")
const file_id = "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b50"

const folder = (name: string) =>
  Effect.map(Layer.build(FolderFiles.layer(temporaryFolder(name))), Context.get(ReceiptFiles))

/** A folder with one file for each of six businesses. */
const filled = Effect.gen(function* () {
  const files = yield* folder("from")
  for (const client_id of [1, 2, 3, 4, 5, 6]) {
    const staged = yield* files.stage(Stream.make(bytes), 100)
    yield* files.keep(staged, { client_id, file_id, sha256: staged.sha256 })
  }
  return files
})

const idsOf = (keys: ReadonlyArray<FileKey>) => keys.map(({ client_id }) => client_id).toSorted()

const refused = new StorageUnavailable({ reason: "S3 answered with 403" })

test("files that a store cannot return do not prevent the copy of the others", async () => {
  const program = Effect.gen(function* () {
    const from = yield* filled
    const to = yield* folder("to")
    const read = (key: FileKey) => (key.client_id < 5 ? Effect.fail(refused) : from.read(key))
    const { copied, failed } = yield* copyFiles({ ...from, read }, to)
    return { copied, failed, there: idsOf(yield* Stream.runCollect(to.all)) }
  })
  const { copied, failed, there } = await Effect.runPromise(Effect.scoped(program))
  expect({ copied, there }).toEqual({ copied: 2, there: [5, 6] })
  expect(idsOf(failed.map(({ key }) => key))).toEqual([1, 2, 3, 4])
  expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set([refused.reason]))
})

test("copying ends if a store fails for several files in a row", async () => {
  let requests = 0
  const options = await optionsBy((request, response) => {
    if (request.method === "GET") return response.end("<ListBucketResult/>")
    requests++
    return request.destroy()
  })
  const program = Effect.gen(function* () {
    const from = yield* filled
    const to = Context.get(yield* Layer.build(S3Files.layer(options)), ReceiptFiles)
    return yield* copyFiles(from, to)
  })
  const failed = await Effect.runPromise(Effect.flip(Effect.scoped(program)))
  expect(failed).toMatchObject({ reason: expect.stringContaining("S3 cannot be reached") })
  // The first of three files is attempted three times, and each attempt sends its request four
  // times.
  expect(requests).toBe(20)
})
