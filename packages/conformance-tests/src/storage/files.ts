import { equal } from "node:assert/strict"
import { createHash } from "node:crypto"
import { type FileKey, fileKey, fileName, ReceiptFiles } from "@outlay/domain/ports"
import { Effect, Exit, Result, Stream } from "effect"
import { deepEqual } from "./assert.ts"
import { check, type StorageSuite } from "./cases.ts"

const uuid = (n: number) => `0199a7c2-4f10-7c3a-9b52-${String(n).padStart(12, "0")}`

const textBytes = (text: string) => new TextEncoder().encode(text)

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const keyOf = (n: number, bytes: Uint8Array, client_id = 7): FileKey => ({
  client_id,
  file_id: uuid(n),
  sha256: sha256(bytes),
})

const limit = 10_000_000

const stage = (...chunks: ReadonlyArray<Uint8Array>) =>
  ReceiptFiles.use((_) => _.stage(Stream.fromIterable(chunks), limit))

/** Stores a file, like the service. */
const store = (key: FileKey, bytes: Uint8Array) =>
  Effect.scoped(Effect.flatMap(stage(bytes), (file) => ReceiptFiles.use((_) => _.keep(file, key))))

const read = (key: FileKey) =>
  Effect.gen(function* () {
    const stream = yield* ReceiptFiles.use((_) => _.read(key))
    if (stream === null) return null
    const chunks = yield* Stream.runCollect(stream)
    return new Uint8Array(Buffer.concat([...chunks]))
  })

const names = ReceiptFiles.use(({ all }) =>
  Effect.map(Stream.runCollect(all), (keys) => [...keys].map(fileName).toSorted()),
)

/** Guarantees of every `ReceiptFiles`; each case begins with an empty store. */
export const receiptFilesSuite: StorageSuite<ReceiptFiles> = {
  name: "ReceiptFiles",
  cases: [
    check("a stored file is returned unchanged, under its own key only", () =>
      Effect.gen(function* () {
        const bytes = textBytes("%PDF-1.7 lunch")
        const key = keyOf(1, bytes)
        yield* store(key, bytes)
        deepEqual(yield* read(key), bytes)
        equal(yield* read(keyOf(2, bytes)), null)
        equal(yield* read({ ...key, client_id: 8 }), null)
        equal(yield* read({ ...key, sha256: "0".repeat(64) }), null)
      }),
    ),

    check("a received file is measured, regardless of its chunks", () =>
      Effect.gen(function* () {
        const bytes = textBytes("0123456789".repeat(10))
        const cuts = [[100], [1, 2, 3, 94], Array.from({ length: 100 }, () => 1)]
        for (const cut of cuts) {
          let at = 0
          const chunks = cut.map((length) => {
            at += length
            return bytes.subarray(at - length, at)
          })
          const file = yield* Effect.scoped(stage(...chunks))
          deepEqual([file.size, file.sha256], [100, sha256(bytes)])
          deepEqual(new Uint8Array(file.head), bytes.slice(0, 32))
        }
        const none = yield* Effect.scoped(stage())
        deepEqual([none.size, none.head.length, none.sha256], [0, 0, sha256(new Uint8Array())])
      }),
    ),

    check("a file that is not stored, too large or interrupted leaves nothing", () =>
      Effect.gen(function* () {
        yield* Effect.scoped(stage(textBytes("not kept")))
        const large = Stream.make(textBytes("123"), textBytes("456"))
        const refused = yield* Effect.result(
          Effect.scoped(ReceiptFiles.use((_) => _.stage(large, 5))),
        )
        equal(Result.isFailure(refused) && refused.failure._tag, "FileTooLarge")
        const exact = yield* Effect.scoped(ReceiptFiles.use((_) => _.stage(large, 6)))
        equal(exact.size, 6)
        const broken = Stream.concat(Stream.make(textBytes("12")), Stream.fail("broken off"))
        const exit = yield* Effect.exit(
          Effect.scoped(ReceiptFiles.use((_) => _.stage(broken, limit))),
        )
        equal(Exit.isFailure(exit), true)
        deepEqual(yield* names, [])
      }),
    ),

    check("files of a megabyte are returned complete", () =>
      Effect.gen(function* () {
        const bytes = new Uint8Array(1_048_577).map((_, n) => n % 251)
        const key = keyOf(1, bytes)
        yield* store(key, bytes)
        equal(sha256((yield* read(key)) ?? new Uint8Array()), key.sha256)
      }),
    ),

    check("a file can be removed several times, and other files stay", () =>
      Effect.gen(function* () {
        const bytes = textBytes("same bytes")
        const [one, two] = [keyOf(1, bytes), keyOf(2, bytes)]
        yield* store(one, bytes)
        yield* store(two, bytes)
        yield* ReceiptFiles.use((_) => _.remove(one))
        yield* ReceiptFiles.use((_) => _.remove(one))
        equal(yield* read(one), null)
        deepEqual(yield* read(two), bytes)
      }),
    ),

    check("a thumbnail is stored next to its file, is removed separately, and is not listed", () =>
      Effect.gen(function* () {
        const [bytes, drawn] = [textBytes("picture"), textBytes("drawn")]
        const key = keyOf(1, bytes)
        const thumbnail: FileKey = { ...key, part: "thumbnail" }
        yield* store(key, bytes)
        equal(yield* read(thumbnail), null)
        yield* store(thumbnail, drawn)
        yield* store(thumbnail, drawn)
        deepEqual([yield* read(key), yield* read(thumbnail)], [bytes, drawn])
        deepEqual(yield* names, [fileName(key)])
        equal(fileKey(fileName(thumbnail)), null)
        yield* store(thumbnail, new Uint8Array())
        deepEqual(yield* read(thumbnail), new Uint8Array())
        yield* ReceiptFiles.use((_) => _.remove(thumbnail))
        deepEqual([yield* read(key), yield* read(thumbnail)], [bytes, null])
      }),
    ),

    check("all files of every business are listed", () =>
      Effect.gen(function* () {
        deepEqual(yield* names, [])
        const bytes = textBytes("listed")
        const keys = [keyOf(1, bytes), keyOf(2, bytes), keyOf(3, bytes, 12)]
        for (const key of keys) yield* store(key, bytes)
        deepEqual(yield* names, keys.map(fileName).toSorted())
        deepEqual(keys.map(fileName).map(fileKey), keys)
      }),
    ),
  ],
}
