import { existsSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ReceiptFiles } from "@outlay/domain/ports"
import { Effect, Stream } from "effect"
import { expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { FolderFiles } from "../src/index.ts"
import { makeOwnFolder } from "../src/own-folder.ts"

test("a folder is created with its parents, even concurrently, for its owner only", async () => {
  const folder = join(temporaryFolder("own"), "a", "b")
  await Promise.all([makeOwnFolder(folder), makeOwnFolder(folder)])
  await makeOwnFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test("a file in the way is an error", () => {
  const file = join(temporaryFolder("own"), "file")
  writeFileSync(file, "")
  return expect(makeOwnFolder(join(file, "below"))).rejects.toThrow(/ENOTDIR/u)
})

test.skipIf(!existsSync("/proc/self"))(
  "if the system cannot create a folder, no file is received",
  () => {
    const received = ReceiptFiles.use((_) => _.stage(Stream.make(new Uint8Array([1])), 10))
    const layer = FolderFiles.layer("/proc/outlay/below")
    const refused = Effect.flip(Effect.scoped(Effect.provide(received, layer)))
    return expect(Effect.runPromise(refused)).resolves.toMatchObject({
      _tag: "StorageUnavailable",
      reason: expect.stringContaining("ENOENT"),
    })
  },
)
