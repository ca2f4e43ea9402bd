import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { KeyValueStores, KeyValues, Sha256 } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"

/** Uses a library, because this storage also runs in a browser, which has no `node:crypto`. */
const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

const values = Layer.sync(KeyValues, () => {
  const partitions = new Map<string, Map<string, object>>()
  return {
    get: (partition, key) => partitions.get(partition)?.get(key) ?? null,
    list: (partition) => partitions.get(partition) ?? [],
    commit: (changes) =>
      Effect.sync(() => {
        for (const { partition, key, value } of changes) {
          const found = partitions.get(partition) ?? new Map<string, object>()
          partitions.set(partition, found)
          if (value === null) found.delete(key)
          else found.set(key, value)
        }
      }),
  }
})

/** Every port of the domain in memory. Each build of the layer is a separate storage. */
export const MemoryStorage = {
  layer: KeyValueStores.layer.pipe(Layer.provide([values, Layer.succeed(Sha256, digest)])),
}
