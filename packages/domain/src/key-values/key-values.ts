import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** New value of a key; null removes it. */
export interface KeyValueChange {
  readonly partition: string
  readonly key: string
  readonly value: object | null
}

/**
 * Values by partition and key: the only thing a storage has to implement if `KeyValueStores.layer`
 * does the rest. A value is plain JSON and is not changed after its commit, so an implementation
 * may keep the object itself. Reads are synchronous: from memory, or from a database in the same
 * process.
 */
export class KeyValues extends Context.Service<
  KeyValues,
  {
    /** Returns the value of a key, or null. */
    readonly get: (partition: string, key: string) => object | null
    /** Returns every key of a partition with its value, in any order. */
    readonly list: (partition: string) => Iterable<readonly [key: string, value: object]>
    /**
     * Saves all of these changes or none of them; each key occurs once. It must not suspend. In a
     * persistent storage, an acknowledged commit must survive a crash.
     */
    readonly commit: (
      changes: ReadonlyArray<KeyValueChange>,
    ) => Effect.Effect<void, StorageUnavailable>
  }
>()("@outlay/domain/KeyValues") {}
