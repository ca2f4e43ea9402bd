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

/** What a store loads, under its lock, before a session is opened. */
export interface SessionContext {
  /** Null when it was used meanwhile. */
  readonly link: SignInLink | null
  /** The user whom the link signs in, deleted or not. */
  readonly user: User | null
}

export interface SessionCommand {
  readonly id: string
  readonly digest: string
  readonly user_agent: string
  readonly now: string
}

/** Whose session the browser has, unless the new one may replace it; null: nobody's. */
export type SignedIn = Pick<SessionHolder, "client_id" | "user_id"> | null

/** A session as its user sees it; `current` is the session that asks. */
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

/** What opening a session writes: the credential of a browser, for a user with this role. */
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

/** A session with the page that its link leads to. */
export interface Arrival {
  readonly session: SessionRecord
  readonly return_to: string | null
}

/**
 * Opens a session by a link, which is used up.
 *
 * Refused, in this order, and all but the last alike: a link that is gone; one that has expired;
 * the link of a user who is gone; a link of another user than the one who is signed in.
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
 * Whether two texts are one mailbox. Stricter than the comparison that keeps addresses unique: who
 * has `strasse@…` does not have `straße@…`, and only one of the two was verified.
 */
export const isSameAddress = (a: string, b: string): boolean => lowerAscii(a) === lowerAscii(b)

/**
 * Opens a session for the user who has an address that was verified elsewhere. Refused: no such
 * user, a deleted one, or one with another address.
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
 * Uses a link of an invite up. Refused, in this order: it is gone, or has expired; somebody is
 * signed in, who is another user than the one to come.
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

/** Ends every session of a user; answers how many. */
export const decideSessionsEnd = (
  tokens: ReadonlyArray<Token>,
  now: string,
): Result.Result<Decision<number>> => {
  const ends = tokens.map((token) => revoke(token, now))
  return Result.succeed({ result: tokens.length, ...joined(ends) })
}

/** Ends one session. Refused: the user has none such, or it was ended. */
export const decideSessionEnd = (
  tokens: ReadonlyArray<Token>,
  session_id: string,
  now: string,
): Result.Result<Decision<number>, NotFound> =>
  tokens.length === 0
    ? Result.fail(new NotFound({ what: "session", id: session_id }))
    : decideSessionsEnd(tokens, now)
