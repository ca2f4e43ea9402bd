import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** Identity of a request. */
export interface IdempotencyKey {
  /** Business of the request; 0 if it has none. */
  readonly client_id: number
  /** Digest of caller, method, path and key. */
  readonly scope: string
}

/** First response to a request with an `Idempotency-Key`. Only successful responses are saved. */
export interface IdempotencyRecord extends IdempotencyKey {
  /** Digest of the request body. */
  readonly fingerprint: string
  readonly status: number
  /** Response headers that are specific to this response, such as `etag`. */
  readonly headers: Readonly<Record<string, string>>
  /** Body as the caller encrypted it; a store need not be able to read it. */
  readonly body: string
  readonly created: string
  readonly expires_at: string
}

/**
 * Stores responses for 24 hours. A `save` inside a unit of work is committed with the effect of the
 * request.
 */
export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** Returns the record of this key that has not expired at `now`, or null. */
    readonly find: (
      key: IdempotencyKey,
      now: string,
    ) => Effect.Effect<IdempotencyRecord | null, StorageUnavailable>
    /**
     * Returns true if the record was saved. It is not saved if the key has a record that has not
     * expired at `created` of the new one: another unit of work was first, and its record stays.
     */
    readonly save: (record: IdempotencyRecord) => Effect.Effect<boolean, StorageUnavailable>
    /** Removes the records that have expired at `now`; returns their number. */
    readonly prune: (now: string) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/IdempotencyStore") {}
