import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import {
  FileTooLarge,
  fileKey,
  fileName,
  ReceiptFiles,
  type StagedFile,
} from "@outlay/domain/ports"
import { headBytes } from "@outlay/domain/rules"
import { Effect, Layer, Stream } from "effect"

type Bytes = Uint8Array<ArrayBufferLike>

const stage: ReceiptFiles["Service"]["stage"] = <E>(
  bytes: Stream.Stream<Bytes, E>,
  maximum: number,
) => {
  const hash = sha256.create()
  const chunks: Array<Bytes> = []
  let size = 0
  const take = (chunk: Bytes): Effect.Effect<void, FileTooLarge> =>
    Effect.suspend(() => {
      size += chunk.length
      if (size > maximum) return Effect.fail(new FileTooLarge({ maximum }))
      hash.update(chunk)
      chunks.push(chunk.slice())
      return Effect.void
    })
  return Effect.map(Stream.runForEach(bytes, take), (): StagedFile => {
    const whole = wholeOf(chunks, size)
    return {
      size,
      sha256: bytesToHex(hash.digest()),
      head: whole.subarray(0, headBytes),
      place: whole,
    }
  })
}

const wholeOf = (chunks: ReadonlyArray<Bytes>, size: number): Bytes => {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const make = (): ReceiptFiles["Service"] => {
  const files = new Map<string, Bytes>()
  return {
    stage,
    keep: ({ place }, key) => Effect.sync(() => void files.set(fileName(key), place as Bytes)),
    read: (key) =>
      Effect.sync(() => {
        const found = files.get(fileName(key))
        return found === undefined ? null : Stream.make(found)
      }),
    remove: (key) => Effect.sync(() => void files.delete(fileName(key))),
    all: Stream.suspend(() =>
      Stream.fromIterable(
        [...files].flatMap(([name, { length: size }]) => {
          const key = fileKey(name)
          return key === null ? [] : [{ ...key, size }]
        }),
      ),
    ),
  }
}

/** Receipt files in memory: for tests, and for embedders with few files. */
export const MemoryFiles = {
  layer: Layer.sync(ReceiptFiles, () => ReceiptFiles.of(make())),
}
