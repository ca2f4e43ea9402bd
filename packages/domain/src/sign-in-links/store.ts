import { Context, type Effect } from "effect"
import type { SignInLink } from "../core/records/sign-in-links.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** A user, of a business. */
export interface BusinessUser {
  readonly client_id: number
  readonly user_id: number
}

/** Looks across businesses, for people who have not said yet of which business they are. */
export class SignInStore extends Context.Service<
  SignInStore,
  {
    /** One read by the digest, which is unique in the whole service; expired or not. */
    readonly findByDigest: (digest: string) => Effect.Effect<SignInLink | null, StorageUnavailable>
    /**
     * The active users of all businesses who have this address, by `fold`; ordered by business; at
     * most `limit`.
     */
    readonly usersAt: (
      email_key: string,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<BusinessUser>, StorageUnavailable>
    /** Removes at most `limit` links that expired before `now`; answers how many. */
    readonly prune: (now: string, limit: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/SignInStore") {}
