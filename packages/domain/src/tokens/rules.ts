import { Result } from "effect"
import type { Caller } from "../core/caller.ts"
import type { Decision, Part } from "../core/decision.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Role } from "../core/records/roles.ts"
import type { CreateToken, Token, TokenKey, TokenRecord } from "../core/records/tokens.ts"
import type { User } from "../core/records/users.ts"
import { NotFound, UnknownReference } from "../core/refusals.ts"
import { rowChange, rowCreation } from "../core/row-change.ts"
import type { RoleExceedsYours } from "../roles/errors.ts"
import { decideGrant } from "../roles/rules.ts"
import { ExpiresInPast, TooManyTokens, UserIsNotYou } from "./errors.ts"

/** As many tokens as a business can have by its own making. */
export const mostTokens = 100

/** What a store loads, under its lock, before anything is decided about a token. */
export interface TokenContext {
  readonly business: Business | null
  /** How many tokens the business has that were not revoked, where one is created. */
  readonly tokens: number
  /** The token acted on; null when one is created, or when there is no such token. */
  readonly token: Token | null
  /** The role and the user that the command names; null when the business has none such. */
  readonly role: Role | null
  readonly user: User | null
}

export interface TokenCommand extends CreateToken {
  readonly client_id: number
  readonly id: string
  readonly digest: string
  readonly now: string
}

export const showToken = ({ digest: _, ...token }: Token): TokenRecord => token

/**
 * Creates a token.
 *
 * Refused, in this order: no such business; role unknown; user unknown or deleted; an expiry that
 * is not later than now.
 */
export const decideToken = (
  { business, role, user }: TokenContext,
  command: TokenCommand,
): Result.Result<Decision<TokenRecord>, NotFound | UnknownReference | ExpiresInPast> => {
  const { client_id, role_id, now } = command
  const user_id = command.user_id ?? null
  const expires_at = command.expires_at ?? null
  if (business === null) return Result.fail(new NotFound({ what: "business", id: client_id }))
  if (role === null) {
    return Result.fail(new UnknownReference({ pointer: "/role_id", what: "role", id: role_id }))
  }
  if (user_id !== null && (user === null || user.is_deleted)) {
    return Result.fail(new UnknownReference({ pointer: "/user_id", what: "user", id: user_id }))
  }
  if (expires_at !== null && expires_at <= now) {
    return Result.fail(new ExpiresInPast({ pointer: "/expires_at", expires_at, now }))
  }
  const token: Token = {
    client_id,
    id: command.id,
    kind: "API",
    name: command.name,
    digest: command.digest,
    role_id,
    user_id,
    expires_at,
    revoked_at: null,
    last_used_at: null,
    created: now,
    updated: now,
  }
  const result = showToken(token)
  return Result.succeed({ result, ...rowCreation("token.created", token, result) })
}

/**
 * Creates a token for the business itself. It has no more rights than its maker, and nobody makes
 * one that acts in the name of another person.
 *
 * Refused, in this order: what `decideToken` refuses; a role with permissions that the caller
 * lacks; a user who is not the caller's; more tokens than a business can have.
 */
export const decideOwnToken = (
  context: TokenContext,
  command: TokenCommand,
  caller: Caller,
): Result.Result<
  Decision<TokenRecord>,
  NotFound | UnknownReference | ExpiresInPast | RoleExceedsYours | UserIsNotYou | TooManyTokens
> =>
  Result.gen(function* () {
    const decision = yield* decideToken(context, command)
    const { role, user, tokens } = context
    if (role !== null) yield* decideGrant(caller, role, "/role_id")
    if (user !== null && user.id !== caller.user_id) {
      return yield* Result.fail(new UserIsNotYou({ user_id: caller.user_id }))
    }
    if (tokens >= mostTokens) {
      return yield* Result.fail(new TooManyTokens({ maximum: mostTokens }))
    }
    return decision
  })

/** Revokes a token. Refused: no such token, one that is revoked already, or a session. */
export const decideTokenRevocation = (
  { token }: TokenContext,
  { token_id }: TokenKey,
  now: string,
): Result.Result<Decision<void>, NotFound> => {
  if (token === null || token.revoked_at !== null || token.kind !== "API") {
    return Result.fail(new NotFound({ what: "token", id: token_id }))
  }
  return Result.succeed({ result: undefined, ...revoke(token, now) })
}

/** What the end of a token, or of a session, writes. */
export const revoke = (before: Token, now: string): Part =>
  rowChange(before.kind === "SESSION" ? "session.ended" : "token.revoked", {
    before,
    after: { ...before, revoked_at: now, updated: now },
    show: showToken,
  })
