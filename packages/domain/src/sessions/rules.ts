import { Result } from "effect"
import { epoch, timestamp } from "../core/dates.ts"
import { type Decision, joined, nothing, removed } from "../core/decision.ts"
import type { SessionHolder, SessionRecord } from "../core/records/sessions.ts"
import type { SignInLink } from "../core/records/sign-in-links.ts"
import type { Token } from "../core/records/tokens.ts"
import type { User } from "../core/records/users.ts"
import { NotFound } from "../core/refusals.ts"
import { rowCreation } from "../core/row-change.ts"
import { SignInLinkNotValid } from "../sign-in-links/errors.ts"
import { isUsable } from "../sign-in-links/rules.ts"
import { revoke, showToken } from "../tokens/rules.ts"
import { OtherUserSignedIn } from "./errors.ts"

/** "Twelve hours." */
export const sessionHours = 12

/** Data that a store loads under its lock before a session is opened. */
export interface SessionContext {
  /** Null if the link was used in the meantime. */
  readonly link: SignInLink | null
  /** User whom the link signs in, deleted or not. */
  readonly user: User | null
}

export interface SessionCommand {
  readonly id: string
  readonly digest: string
  readonly user_agent: string
  readonly now: string
}

/**
 * Holder of the browser's session, if the new one may not replace it; null if there is none or it
 * may be replaced.
 */
export type SignedIn = Pick<SessionHolder, "client_id" | "user_id"> | null

/** Returns a session as its user sees it; `current` is the session of the request. */
export const showSession = (token: Token, current: string | null): SessionRecord => ({
  id: token.id,
  client_id: token.client_id,
  user_id: token.user_id ?? 0,
  user_agent: token.name,
  is_current: token.id === current,
  expires_at: token.expires_at ?? "",
  last_used_at: token.last_used_at,
  created: token.created,
})

/** Opens a session: writes the credential of a browser, for a user with this role. */
export const opened = (
  { client_id, id: user_id, role_id }: Pick<User, "client_id" | "id" | "role_id">,
  { id, digest, user_agent, now }: SessionCommand,
): Decision<SessionRecord> => {
  const token: Token = {
    ...{ client_id, id, kind: "SESSION", name: user_agent, digest, role_id, user_id },
    expires_at: timestamp(epoch(now) + sessionHours * 3_600_000),
    ...{ revoked_at: null, last_used_at: null, created: now, updated: now },
  }
  const opening = rowCreation("session.opened", token, showToken(token))
  return { result: showSession(token, id), ...opening }
}

/** A session, with the page that its link leads to. */
export interface Arrival {
  readonly session: SessionRecord
  readonly return_to: string | null
}

/**
 * Opens a session by a link, which is used up.
 *
 * Refuses, in this order, and the first three with the same error: a link that does not exist; an
 * expired link; a link for a deleted or unknown user; a link for a user other than the one signed
 * in.
 */
export const decideSession = (
  { link, user }: SessionContext,
  command: SessionCommand,
  signedIn: SignedIn = null,
): Result.Result<Decision<Arrival>, SignInLinkNotValid | OtherUserSignedIn> => {
  if (!isUsable(link, command.now)) return Result.fail(new SignInLinkNotValid())
  if (user === null || user.is_deleted) return Result.fail(new SignInLinkNotValid())
  if (signedIn !== null && !isHolder(user, signedIn)) return Result.fail(new OtherUserSignedIn())
  const { result: session, ...part } = opened(user, command)
  return Result.succeed({
    ...part,
    result: { session, return_to: link.return_to },
    writes: [removed("sign_in_links", link), ...part.writes],
  })
}

const isHolder = (user: User, { client_id, user_id }: NonNullable<SignedIn>): boolean =>
  user.client_id === client_id && user.id === user_id

const lowerAscii = (text: string): string =>
  text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase())

/**
 * Returns true if two texts are the same mailbox. The comparison is stricter than the one that
 * keeps addresses unique: the owner of `strasse@…` does not own `straße@…`, and only one of the two
 * was verified.
 */
export const isSameAddress = (a: string, b: string): boolean => lowerAscii(a) === lowerAscii(b)

/**
 * Opens a session for the user with an address that was verified elsewhere.
 *
 * Refuses a user who does not exist, is deleted, or has another address.
 */
export const decideVerifiedSession = (
  { user }: Pick<SessionContext, "user">,
  email: string,
  command: SessionCommand,
): Result.Result<Decision<SessionRecord>, NotFound> =>
  user === null || user.is_deleted || !isSameAddress(user.email, email)
    ? Result.fail(new NotFound({ what: "user", id: email }))
    : Result.succeed(opened(user, command))

/**
 * Uses up the link of an invite.
 *
 * Refuses, in this order: a link that does not exist or has expired; a browser with a signed-in
 * user, because the link would sign in another one.
 */
export const decideLinkUse = (
  { link }: Pick<SessionContext, "link">,
  now: string,
  signedIn: SignedIn = null,
): Result.Result<Decision<void>, SignInLinkNotValid | OtherUserSignedIn> => {
  if (!isUsable(link, now)) return Result.fail(new SignInLinkNotValid())
  if (signedIn !== null) return Result.fail(new OtherUserSignedIn())
  return Result.succeed({ ...nothing(undefined), writes: [removed("sign_in_links", link)] })
}

/** Ends every session of a user; returns their number. */
export const decideSessionsEnd = (
  tokens: ReadonlyArray<Token>,
  now: string,
): Result.Result<Decision<number>> => {
  const ends = tokens.map((token) => revoke(token, now))
  return Result.succeed({ result: tokens.length, ...joined(ends) })
}

/** Ends one session. Refuses a session that the user does not have, or that has ended. */
export const decideSessionEnd = (
  tokens: ReadonlyArray<Token>,
  session_id: string,
  now: string,
): Result.Result<Decision<number>, NotFound> =>
  tokens.length === 0
    ? Result.fail(new NotFound({ what: "session", id: session_id }))
    : decideSessionsEnd(tokens, now)
