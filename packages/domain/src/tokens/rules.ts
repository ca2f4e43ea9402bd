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

/** Maximum number of tokens that a business can create for itself. */
export const mostTokens = 100

/** Data that a store loads under its lock before a decision about a token. */
export interface TokenContext {
  readonly business: Business | null
  /** Number of tokens of the business that are not revoked; only loaded for a new token. */
  readonly tokens: number
  /** Token of the command; null if it is new or does not exist. */
  readonly token: Token | null
  /** Role and user of the command; null if the business does not have them. */
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
 * Refuses, in this order: an unknown business; an unknown role; an unknown or deleted user; an
 * expiry time that is not in the future.
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
 * Creates a token for the business itself. It has no more rights than its creator, and it cannot
 * act for another person.
 *
 * Refuses, in this order: the same commands as `decideToken`; a role with permissions that the
 * caller does not have; a user other than the caller's; more tokens than a business can have.
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

/** Revokes a token. Refuses an unknown or revoked token, and a session. */
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

/** Returns the changes that end a token or a session. */
export const revoke = (before: Token, now: string): Part =>
  rowChange(before.kind === "SESSION" ? "session.ended" : "token.revoked", {
    before,
    after: { ...before, revoked_at: now, updated: now },
    show: showToken,
  })
