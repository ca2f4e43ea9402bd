import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** What stands under a key from now on; null is nothing. */
export interface KeyValueChange {
  readonly partition: string
  readonly key: string
  readonly value: object | null
}

/**
 * Values by partition and key: all that a storage has to do where `KeyValueStores.layer` does the
 * rest. A value is plain JSON, and nobody changes it after it was committed, so that it may be kept
 * as it is. Reads answer at once: from memory, or from a database in the same process.
 */
export class KeyValues extends Context.Service<
  KeyValues,
  {
    /** The value under a key, or null. */
    readonly get: (partition: string, key: string) => object | null
    /** Every key of a partition with its value, in any order. */
    readonly list: (partition: string) => Iterable<readonly [key: string, value: object]>
    /**
     * Keeps all of these changes or none of them; each key is named once. It must not suspend. What
     * is acknowledged has to outlive a crash, if anything does.
     */
    readonly commit: (
      changes: ReadonlyArray<KeyValueChange>,
    ) => Effect.Effect<void, StorageUnavailable>
  }
>()("@outlay/domain/KeyValues") {}
