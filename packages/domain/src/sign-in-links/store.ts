import { Context, type Effect } from "effect"
import type { SignInLink } from "../core/records/sign-in-links.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** A user of a business. */
export interface BusinessUser {
  readonly client_id: number
  readonly user_id: number
}

/** Queries across businesses, for people whose business is not known yet. */
export class SignInStore extends Context.Service<
  SignInStore,
  {
    /** Finds a link by its digest, which is unique in the whole service; expired or not. */
    readonly findByDigest: (digest: string) => Effect.Effect<SignInLink | null, StorageUnavailable>
    /**
     * Returns the active users of all businesses with this address, compared by `fold`; ordered by
     * business; at most `limit`.
     */
    readonly usersAt: (
      email_key: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<BusinessUser>, StorageUnavailable>
    /** Removes at most `limit` links that expired before `now`; returns their number. */
    readonly prune: (now: string, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/SignInStore") {}
