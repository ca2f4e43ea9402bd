import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** What tells a request from all others. */
export interface IdempotencyKey {
  /** The business that it is about; 0 for none. */
  readonly client_id: number
  /** Who, method, path and key: a digest. */
  readonly scope: string
}

/** The first answer to a request that carried an `Idempotency-Key`. Only success is remembered. */
export interface IdempotencyRecord extends IdempotencyKey {
  /** What was asked: a digest of the body. */
  readonly fingerprint: string
  readonly status: number
  /** The response headers that were specific to the answer, such as `etag`. */
  readonly headers: Readonly<Record<string, string>>
  /** As its keeper locked it: a store need not be able to read it. */
  readonly body: string
  readonly created: string
  readonly expires_at: string
}

/** Kept 24 hours. `save` inside a unit of work is committed with the effect that it remembers. */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** The record of this key that has not expired at `now`, or null. */
    readonly find: (
      key: IdempotencyKey,
      now: string,
    ) => Effect.Effect<IdempotencyRecord | null, StorageUnavailable>
    /**
     * Answers whether it was saved. It is not where the key has a record that has not expired when
     * the new one is `created`, which stays: another unit of work was first.
     */
    readonly save: (record: IdempotencyRecord) => Effect.Effect<boolean, StorageUnavailable>
    /** Removes what has expired at `now`; answers how many. */
    readonly prune: (now: string) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/IdempotencyStore") {}
