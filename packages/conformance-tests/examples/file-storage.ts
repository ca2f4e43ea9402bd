/**
 * A custom storage in one file: values in a `Map`, and each commit as a line of JSON at the end of
 * a file, which is read again at the next start. The domain derives every port from it.
 */
import { hash } from "node:crypto"
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { EventsAsRecorded, StorageUnavailable } from "@outlay/domain"
import { type KeyValueChange, KeyValueStores, KeyValues, Sha256 } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"

type Changes = ReadonlyArray<KeyValueChange>

/** Values by partition and key. */
class Values {
  readonly #partitions = new Map<string, Map<string, object>>()

  get(partition: string, key: string): object | null {
    return this.#partitions.get(partition)?.get(key) ?? null
  }

  list(partition: string): Iterable<readonly [string, object]> {
    return this.#partitions.get(partition) ?? []
  }

  apply(changes: Changes): void {
    for (const { partition, key, value } of changes) {
      const values = this.#partitions.get(partition) ?? new Map<string, object>()
      this.#partitions.set(partition, values)
      if (value === null) values.delete(key)
      else values.set(key, value)
    }
  }
}

/** Opens the file. A last line without its line end is a commit that was not acknowledged. */
const opened = (file: string) => {
  const descriptor = openSync(file, "a+")
  const bytes = readFileSync(descriptor)
  const end = bytes.lastIndexOf("\n") + 1
  if (end < bytes.length) ftruncateSync(descriptor, end)
  const values = new Values()
  for (const line of bytes.subarray(0, end).toString().split("\n")) {
    if (line !== "") values.apply(JSON.parse(line))
  }
  return { descriptor, values }
}

const keyValues = (file: string) =>
  Effect.gen(function* () {
    const { descriptor, values } = yield* Effect.acquireRelease(
      Effect.sync(() => opened(file)),
      (open) => Effect.sync(() => closeSync(open.descriptor)),
    )
    let hasFailed = false

    /** The state of the file after a failed write is unknown, so nothing more is written to it. */
    const commit = (changes: Changes) =>
      Effect.try({
        try: () => {
          if (hasFailed) throw new Error("An earlier write failed: open the file again")
          hasFailed = true
          writeFileSync(descriptor, `${JSON.stringify(changes)}\n`)
          fsyncSync(descriptor)
          hasFailed = false
          values.apply(changes)
        },
        catch: (fault) => new StorageUnavailable({ reason: String(fault) }),
      })

    return KeyValues.of({
      get: (partition, key) => values.get(partition, key),
      list: (partition) => values.list(partition),
      commit,
    })
  })

/** Every port of the domain over a file, to which no other process may write. */
export const FileStorage = {
  layer: (file: string) =>
    KeyValueStores.layer.pipe(
      Layer.provide([
        Layer.effect(KeyValues, keyValues(file)),
        Layer.succeed(Sha256, (text) => hash("sha256", text)),
        EventsAsRecorded,
      ]),
    ),
}
