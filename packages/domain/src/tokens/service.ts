import { Context, Effect, Layer, type Result } from "effect"
import { shownBusiness } from "../businesses/looks.ts"
import { CurrentCaller } from "../core/caller.ts"
import type { Decision } from "../core/decision.ts"
import { Ids } from "../core/ids.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type { CreateToken, IssuedToken, TokenKey, TokenRecord } from "../core/records/tokens.ts"
import { NotFound } from "../core/refusals.ts"
import { Store } from "../core/store.ts"
import { tokenContext, tokensByCreated } from "./looks.ts"
import { principalOf } from "./principal.ts"
import {
  decideOwnToken,
  decideToken,
  decideTokenRevocation,
  type TokenCommand,
  type TokenContext,
} from "./rules.ts"
import { Secrets } from "./secrets.ts"
import { TokenStore, type TokenUse } from "./store.ts"

/** Interval at which the uses of tokens are saved. */
const flushInterval = "5 seconds"

const makeCreation = Effect.gen(function* () {
  const store = yield* Store
  const secrets = yield* Secrets
  const ids = yield* Ids

  const issue = Effect.fnUntraced(function* <E>(
    client_id: number,
    token: CreateToken,
    decide: (
      context: TokenContext,
      command: TokenCommand,
    ) => Result.Result<Decision<TokenRecord>, E>,
  ) {
    const { secret, digest } = yield* secrets.generate
    const { role_id, user_id = null } = token
    const command = { ...token, client_id, id: yield* ids.uuid, digest, now: yield* currentTime }
    const look = tokenContext({ token_id: null, role_id, user_id })
    const record = yield* store.change(client_id, look, (context) => decide(context, command))
    const issued: IssuedToken = { ...record, token: secret }
    return issued
  })

  const create = Effect.fn("Tokens.create")((client_id: number, token: CreateToken) =>
    issue(client_id, token, decideToken),
  )

  const createOwn = Effect.fn("Tokens.createOwn")(function* (
    client_id: number,
    token: CreateToken,
  ) {
    const caller = yield* CurrentCaller
    return yield* issue(client_id, token, (context, command) =>
      decideOwnToken(context, command, caller),
    )
  })

  return { create, createOwn }
})

const make = Effect.gen(function* () {
  const { findByDigest, touch } = yield* TokenStore
  const store = yield* Store
  const secrets = yield* Secrets

  /** Latest use of each token that is not saved yet. Requests do not wait for a write. */
  const uses = new Map<string, TokenUse>()

  /**
   * Concurrent flushes write the same uses: each returns only after those that it found are saved.
   */
  const flush = Effect.suspend(() => {
    if (uses.size === 0) return Effect.void
    const found = [...uses.values()]
    const written = Effect.sync(() => {
      for (const use of found) if (uses.get(use.token_id) === use) uses.delete(use.token_id)
    })
    return Effect.ignore(Effect.andThen(touch(found), written))
  }).pipe(Effect.uninterruptible)

  yield* Effect.addFinalizer(() => flush)
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(flushInterval), flush)))

  const authenticate = Effect.fnUntraced(function* (
    secret: string,
    client_id: number | null = null,
  ) {
    const credential = yield* findByDigest(secrets.digest(secret), client_id)
    if (credential === null) return null
    const now = yield* currentTime
    const principal = principalOf(credential, now)
    if (principal !== null) {
      const { client_id, id } = principal.token
      uses.set(id, { client_id, token_id: id, last_used_at: now })
    }
    return principal
  })

  const list = Effect.fnUntraced(function* (client_id: number, page: PageRequest) {
    if ((yield* store.read(client_id, shownBusiness)) === null) {
      return yield* new NotFound({ what: "business", id: client_id })
    }
    yield* flush
    return yield* store.read(client_id, tokensByCreated(page))
  })

  const { create, createOwn } = yield* makeCreation

  const revoke = Effect.fn("Tokens.revoke")(function* (key: TokenKey) {
    const now = yield* currentTime
    return yield* store.change(key.client_id, tokenContext(key), (context) =>
      decideTokenRevocation(context, key, now),
    )
  })

  return {
    /**
     * Finds the token, role and user of a bearer secret; null if no valid token has this secret.
     * Pass the business of the request, if there is one, to make the lookup cheaper. Records the
     * time of use (UTC), which `flush` writes.
     */
    authenticate,
    /**
     * Writes the recorded times of use. This happens every 5 seconds, and at the end. If storage
     * fails, the next flush writes them.
     */
    flush,
    /**
     * Returns the tokens of a business, oldest first, without their secrets. Refused: `NotFound`
     * for the business.
     */
    list,
    /**
     * Creates a token and returns its secret: "stored only as a SHA-256 digest, shown once".
     * `expires_at` is a UTC instant. Refused: `NotFound` for the business, `UnknownReference` for
     * the role or the user, `ExpiresInPast`.
     */
    create,
    /**
     * Creates a token for the business itself, as the current caller: it has no more permissions
     * than the caller, and acts for the caller's user or for no one. Refused: `NotFound` for the
     * business, `UnknownReference` for the role or the user, `ExpiresInPast`, `RoleExceedsYours`,
     * `UserIsNotYou`, `TooManyTokens`.
     */
    createOwn,
    /** Revokes a token immediately. Refused: `NotFound`, also for a revoked token. */
    revoke,
  }
})

/** Bearer tokens: "opaque, stored only as a SHA-256 digest, shown once". */
export class Tokens extends Context.Service<Tokens, Effect.Success<typeof make>>()(
  "@outlay/domain/Tokens",
) {
  static readonly layer = Layer.effect(Tokens, make)
}
