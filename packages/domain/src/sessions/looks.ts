import { byCreated } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { all, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { SessionHolder, SessionRecord } from "../core/records/sessions.ts"
import type { SignInLink } from "../core/records/sign-in-links.ts"
import type { Token } from "../core/records/tokens.ts"
import { type SessionContext, showSession } from "./rules.ts"

/** Loads the context of opening a session by a link. */
export const sessionContext = ({
  link_id,
  user_id,
}: {
  readonly link_id: string
  readonly user_id: number
}): Look<SessionContext> =>
  look(
    {
      link: one("sign_in_links", { id: link_id }),
      user: one("users", { id: user_id }),
    },
    seen,
  )

/** Loads the user who has signed in elsewhere, before a session is opened. */
export const userToSignIn = (user_id: number): Look<Pick<SessionContext, "user">> =>
  look({ user: one("users", { id: user_id }) }, seen)

/** Loads a link before it is used up. */
export const linkToUse = (link_id: string): Look<{ readonly link: SignInLink | null }> =>
  look({ link: one("sign_in_links", { id: link_id }) }, seen)

const open = (user_id: number) => ({ kind: "SESSION", user_id, revoked_at: null }) as const

/** Returns the active sessions of a user, by `created` ascending, ties by id. */
export const sessionsOf = (
  { user_id, current }: SessionHolder,
  now: string,
  request: PageRequest,
): Look<Page<SessionRecord>> =>
  look(
    {
      found: pageOf("tokens", { ...open(user_id), expires_at: { from: now } }, byCreated, request),
    },
    ({ found: { count, results } }) =>
      seen({ count, results: results.map((token) => showSession(token, current)) }),
  )

/** Returns the sessions of a user that were not ended: all, or the one with this id. */
export const endingSessions = (
  user_id: number,
  session_id: string | null,
): Look<ReadonlyArray<Token>> =>
  look(
    {
      tokens: all(
        "tokens",
        { ...open(user_id), id: session_id === null ? undefined : session_id },
        byCreated,
      ),
    },
    ({ tokens }) => seen(tokens),
  )
