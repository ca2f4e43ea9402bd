import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { Credential } from "./principal.ts"

/** Latest use of a token. */
export interface TokenUse {
  readonly client_id: number
  readonly token_id: string
  readonly last_used_at: string
}

/** Queries of tokens across businesses, and updates of their last use. */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    /**
     * Finds a token by its digest, which is unique in the whole service; called for every request.
     * `client_id` is the business in the request's path, which need not be the token's: a storage
     * that distributes businesses over several servers asks the server of that business first.
     */
    readonly findByDigest: (
      digest: string,
      client_id?: number | null,
    ) => Effect.Effect<Credential | null, StorageUnavailable>
    /**
     * Saves the times at which tokens were last used, without an event and without a change of
     * `updated`.
     */
    readonly touch: (uses: ReadonlyArray<TokenUse>) => Effect.Effect<void, StorageUnavailable>
  }
>()("@outlay/domain/TokenStore") {}
