import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { TokenRecord } from "../core/records/tokens.ts"
import { changeOf, type Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { type TokenChange, tokenContext, tokensByCreated } from "./looks.ts"
import type { Credential } from "./principal.ts"
import type { TokenContext } from "./rules.ts"

/** Latest use of a token. */
export interface TokenUse {
  readonly client_id: number
  readonly token_id: string
  readonly last_used_at: string
}

/** Store of tokens. */
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
     * Returns tokens without sessions, including revoked ones; by `created` ascending, ties by id.
     */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<TokenRecord>, StorageUnavailable>
    /**
     * Saves the times at which tokens were last used, without an event and without a change of
     * `updated`.
     */
    readonly touch: (uses: ReadonlyArray<TokenUse>) => Effect.Effect<void, StorageUnavailable>
    /** Decides with the context that `tokenContext` loads: see `Store`. */
    readonly change: <A, E>(
      change: TokenChange,
      decide: Decide<TokenContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/TokenStore") {
  /** Implements the part that a `Store` provides; a storage adds the queries across businesses. */
  static readonly over = (
    store: Store["Service"],
  ): Pick<TokenStore["Service"], "page" | "change"> => ({
    page: (client_id, request) => store.read(client_id, tokensByCreated(request)),
    change: changeOf(store, tokenContext),
  })
}
