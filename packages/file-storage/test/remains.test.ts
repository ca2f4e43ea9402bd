import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ReceiptFiles } from "@outlay/domain/ports"
import { Effect, type Layer, Redacted, Stream } from "effect"
import { afterEach, beforeEach, expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { FolderFiles, S3Files } from "../src/index.ts"
import { Remains } from "../src/remains.ts"

const { TMPDIR } = process.env
beforeEach(() => {
  process.env["TMPDIR"] = temporaryFolder("remains")
})
afterEach(() => {
  if (TMPDIR === undefined) delete process.env["TMPDIR"]
  else process.env["TMPDIR"] = TMPDIR
})

const name = (letter: string) => letter.repeat(24)
const hour = 3_600_000

/** Writes a file of this age, by the clock of its file system. */
const put = (folder: string, file: string, ageMs: number): void => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, file)
  writeFileSync(path, "half of a receipt")
  const at = (Date.now() - ageMs) / 1_000
  utimesSync(path, at, at)
}

/** Receives a file, and returns the other files in the folder. */
const receivedBeside = (layer: Layer.Layer<ReceiptFiles>, folder: string) => {
  const program = Effect.gen(function* () {
    const files = yield* ReceiptFiles
    yield* files.stage(Stream.make(new Uint8Array([1])), 10)
    return existsSync(folder) ? readdirSync(folder) : []
  })
  return Effect.runPromise(Effect.scoped(Effect.provide(program, layer)))
}

test("a new file removes those of a killed process, and keeps those of a running one", async () => {
  const folder = temporaryFolder("receipts")
  const staged = join(folder, ".staged")
  put(staged, name("a"), 2 * hour)
  put(staged, name("b"), 0.9 * hour)
  put(staged, "notes.txt", 2 * hour)
  const there = await receivedBeside(FolderFiles.layer(folder), staged)
  expect(there).toHaveLength(3)
  expect(there).toEqual(expect.arrayContaining([name("b"), "notes.txt"]))
})

test("a new file removes those that killed processes were sending to a bucket", async () => {
  const temporary = process.env["TMPDIR"] ?? ""
  const left = join(temporary, "outlay-receipts-left")
  const other = join(temporary, "other")
  put(left, name("a"), 2 * hour)
  put(left, name("b"), 0)
  put(other, name("c"), 2 * hour)
  symlinkSync(other, join(temporary, "outlay-receipts-link"))
  const layer = S3Files.layer({
    ...{ url: "http://127.0.0.1:9/bucket", region: "us-east-1", accessKeyId: "key" },
    secretAccessKey: Redacted.make("secret"),
  })
  expect(await receivedBeside(layer, left)).toEqual([name("b")])
  expect(readdirSync(other)).toEqual([name("c")])
})

test("left-over files are removed at most once an hour, and errors are ignored", async () => {
  const folder = temporaryFolder("again")
  let calls = 0
  const remains = new Remains(async () => {
    calls++
    return [join(folder, "none"), folder]
  })
  const now = Date.now()
  await remains.remove(now)
  put(folder, name("a"), 2 * hour)
  await remains.remove(now + 0.9 * hour)
  expect({ calls, there: readdirSync(folder) }).toEqual({ calls: 1, there: [name("a")] })
  await remains.remove(now + hour)
  expect({ calls, there: readdirSync(folder) }).toEqual({ calls: 2, there: [] })
  const missing = new Remains(() => Promise.reject(new Error("no folder")))
  await expect(missing.remove(now)).resolves.toBeUndefined()
})
