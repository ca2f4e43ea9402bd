import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { TokenRecord } from "../core/records/tokens.ts"
import { changeOf, type Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { type TokenChange, tokenContext, tokensByCreated } from "./looks.ts"
import type { Credential } from "./principal.ts"
import type { TokenContext } from "./rules.ts"

/** That a token was presented. */
export interface TokenUse {
  readonly client_id: number
  readonly token_id: string
  readonly last_used_at: string
}

/** Keeps tokens. */
export class TokenStore extends Context.Service<
  TokenStore,
  {
    /**
     * Asked for every request: one read by the digest, which is unique in the whole service.
     * `client_id` is the business that the request names, which need not be the token's: a storage
     * that divides businesses among servers asks the one of that business first.
     */
    readonly findByDigest: (
      digest: string,
      client_id?: number | null,
    ) => Effect.Effect<Credential | null, StorageUnavailable>
    /** Without sessions, with revoked ones; by `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<TokenRecord>, StorageUnavailable>
    /**
     * Records when tokens were last used, and nothing else of them: no event, and `updated` stays.
     */
    readonly touch: (uses: ReadonlyArray<TokenUse>) => Effect.Effect<void, StorageUnavailable>
    /** Decides on what `tokenContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: TokenChange,
      decide: Decide<TokenContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/TokenStore") {
  /** What a `Store` does; a storage adds what looks across businesses. */
  static readonly over = (
    store: Store["Service"],
  ): Pick<TokenStore["Service"], "page" | "change"> => ({
    page: (client_id, request) => store.read(client_id, tokensByCreated(request)),
    change: changeOf(store, tokenContext),
  })
}
