import { chmodSync } from "node:fs"
import { join } from "node:path"
import { Effect, Logger, Redacted } from "effect"
import { expect, test } from "vitest"
import { startS3 } from "../../../packages/file-storage/test/s3-server.ts"
import { atEndOfFile, temporaryFolder } from "../../../scripts/temporary.ts"
import { receiptFiles, receiptsBeside, warnOfReceipts } from "./receipts.ts"
import type { ReceiptsPlace } from "./receipts-place.ts"

/** Returns the log lines at startup for a location. */
const errorsOf = async (
  place: ReceiptsPlace,
  database: string,
): Promise<ReadonlyArray<unknown>> => {
  const lines: Array<unknown> = []
  const logger = Logger.make(({ message }) => void lines.push(message))
  const warned = warnOfReceipts(place, database).pipe(
    Effect.provide(receiptFiles(place, database)),
    Effect.provide(Logger.layer([logger])),
  )
  await Effect.runPromise(warned)
  return lines.flat()
}

const folder = temporaryFolder("receipts")
const database = join(folder, "outlay.db")

test("a folder that exists or can be created is not reported", async () => {
  expect(await errorsOf(null, database)).toEqual([])
  expect(await errorsOf({ folder }, database)).toEqual([])
  expect(await errorsOf({ folder: join(folder, "new", "one") }, database)).toEqual([])
})

test("a location that is not a folder is reported, and so is one below it", async () => {
  const file = import.meta.filename
  const line =
    `Receipts cannot be uploaded or read now: ${file} is not a folder. ` +
    "Check OUTLAY_RECEIPTS_URL."
  expect(await errorsOf({ folder: file }, database)).toEqual([line])
  expect(await errorsOf({ folder: join(file, "below") }, database)).toEqual([line])
})

test.skipIf(process.getuid?.() === 0)("a folder without write permission is reported", async () => {
  const others = temporaryFolder("others")
  chmodSync(others, 0o500)
  const nextTo = receiptsBeside(join(others, "outlay.db"))
  expect(nextTo.startsWith(others)).toBe(true)
  const [line] = await errorsOf(null, join(others, "outlay.db"))
  expect(line).toContain(`the service may not write to ${others}`)
})

test("a bucket that denies access is reported without its key", async () => {
  const { options, stop } = await startS3()
  atEndOfFile(stop)
  expect(await errorsOf({ s3: options }, database)).toEqual([])
  const secretAccessKey = Redacted.make("a wrong key")
  const [line] = await errorsOf({ s3: { ...options, secretAccessKey } }, database)
  expect(line).toBe(
    "Receipts cannot be uploaded or read now: S3 answered with 403. Check OUTLAY_RECEIPTS_URL.",
  )
})
