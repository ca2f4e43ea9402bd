import type { StorageUnavailable } from "@outlay/domain"
import type { OpenedSession } from "@outlay/domain/fields"
import { isOwnPath, signIn } from "@outlay/http-contract"
import { Clock, Data, Effect } from "effect"
import {
  type Attempt,
  attemptSeconds,
  beginAttempt,
  isOfState,
  makeUsedAttempts,
  readAttempt,
} from "./attempt.ts"
import { respondFailure } from "./failure.ts"
import type { Exchange, Page } from "./kernel.ts"
import { cookieField, cookieValue, originOf, setCookie } from "./reach.ts"
import { respondPage } from "./respond.ts"
import { proceed } from "./stages.ts"
import { agentOf, secondsToWait } from "./visitor.ts"

/** Reasons why a sign-in with the provider failed; the sign-in page has a sentence for each. */
export const providerFailures = [
  /** The attempt did not begin in this browser, has expired, or was already used. */
  "expired",
  /** The provider refused the person. */
  "refused",
  /** The provider cannot be reached, or reports that it is unavailable. */
  "unavailable",
  /** The provider's response is invalid. */
  "invalid",
  /** The provider has not verified an address of the person. */
  "unverified",
  /** No user has the address. */
  "unknown",
  /** Too many attempts. */
  "limited",
] as const
export type ProviderFailure = (typeof providerFailures)[number]

/** The sign-in failed. */
export class NotSignedIn extends Data.TaggedError("NotSignedIn")<{
  readonly reason: ProviderFailure
}> {}

/**
 * Result of a sign-in: a session, or links to choose from if the person is a user of several
 * businesses.
 */
export interface Arrival {
  readonly session: OpenedSession | null
  readonly links: ReadonlyArray<{ readonly business: string; readonly token: string }>
}

/** The operator's OpenID Connect provider, with which people sign in. */
export interface SignInProvider {
  /** Returns the address at the provider to which the browser is sent. */
  readonly begin: (attempt: Attempt, returnsTo: string) => Effect.Effect<string, NotSignedIn>
  /** Signs in the person who returns at this address. */
  readonly finish: (
    attempt: Attempt,
    returned: URL,
    user_agent: string,
  ) => Effect.Effect<Arrival, NotSignedIn | StorageUnavailable>
}

const cookieName = "outlay_oidc"

/** Path that starts a sign-in with the provider. */
export const beginPath = "/oidc"
/** Path to which the provider sends the browser back. */
export const finishPath = "/oidc/callback"

/**
 * Redirects the browser. The query of the current address reaches neither the browser's history nor
 * another site.
 */
const redirect = (
  exchange: Exchange,
  location: string,
  cookies: ReadonlyArray<string> = [],
): undefined =>
  respondPage(
    exchange,
    303,
    [
      ...["Location", location, "Cache-Control", "no-store", "Referrer-Policy", "no-referrer"],
      ...cookies.flatMap((cookie) => ["Set-Cookie", cookie]),
    ],
    "",
  )

/** Returns the address of the sign-in page, which continues from there. */
const signInPage = (query: Readonly<Record<string, string | null>>, hash = ""): string => {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== null)
  const search = new URLSearchParams(given).toString()
  return `${signIn.get.path}${search === "" ? "" : `?${search}`}${hash}`
}

const fail = (
  exchange: Exchange,
  failed: ProviderFailure,
  return_to: string | null = null,
  cookies: ReadonlyArray<string> = [],
): undefined => redirect(exchange, signInPage({ failed, return_to }), cookies)

/** Returns the only value of a parameter; null if there is none or several. */
const only = (search: string, name: string): string | null => {
  const [value = null, ...others] = new URLSearchParams(search).getAll(name)
  return others.length === 0 ? value : null
}

const begin =
  ({ begin: ask }: SignInProvider): Page =>
  (exchange) => {
    const { kernel, request, search } = exchange
    const given = only(search, "return_to")
    const return_to = given !== null && isOwnPath(given) ? given : null
    if (secondsToWait(exchange) > 0) return fail(exchange, "limited", return_to)
    const origin = originOf(request, kernel.reach)
    if (origin === null) return fail(exchange, "unavailable", return_to)
    const work = Effect.gen(function* () {
      const { attempt, cookie } = beginAttempt(return_to, yield* Clock.currentTimeMillis)
      return { cookie, location: yield* ask(attempt, origin + finishPath) }
    }).pipe(Effect.catchTag("NotSignedIn", Effect.succeed))
    proceed(exchange, kernel.context, work, (_, exit) => {
      if (exit._tag === "Failure") return respondFailure(exchange, exit.cause)
      const begun = exit.value
      if (begun instanceof NotSignedIn) return fail(exchange, begun.reason, return_to)
      const cookie = cookieField(kernel.reach, cookieName, begun.cookie, attemptSeconds)
      redirect(exchange, begun.location, [cookie])
    })
  }

const sessionSeconds = ({ created, expires_at }: OpenedSession): number =>
  Math.round((Date.parse(expires_at) - Date.parse(created)) / 1_000)

/**
 * Redirects a person who has signed in. Tokens are after the `#`, which browsers send to no server.
 */
const goOn = (
  exchange: Exchange,
  { session, links }: Arrival,
  return_to: string | null,
  cookies: ReadonlyArray<string>,
): undefined => {
  if (session !== null) {
    const { secret } = session
    const cookie = setCookie(exchange.kernel.reach, { secret, seconds: sessionSeconds(session) })
    return redirect(exchange, signInPage({ return_to }), [...cookies, cookie])
  }
  if (links.length === 0) return fail(exchange, "unknown", return_to, cookies)
  const choice = new URLSearchParams(
    links.flatMap(
      ({ business, token }): Array<[string, string]> => [
        ["business", business],
        ["token", token],
      ],
    ),
  )
  redirect(exchange, signInPage({ return_to }, `#${choice}`), cookies)
}

/**
 * The cookie proves that this browser began the attempt, so that an address made by someone else
 * signs no one in. The provider is not contacted before that.
 */
const finish = ({ finish: ask }: SignInProvider): Page => {
  const isFirst = makeUsedAttempts()
  return (exchange) => {
    const { kernel, request, search } = exchange
    if (secondsToWait(exchange) > 0) return fail(exchange, "limited")
    const origin = originOf(request, kernel.reach)
    const work = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const attempt = readAttempt(cookieValue(request, kernel.reach, cookieName), now)
      const state = only(search, "state")
      if (attempt === null || origin === null || state === null) return null
      if (!isOfState(attempt, state)) return null
      if (!isFirst(attempt, now)) return null
      const returned = new URL(`${origin}${finishPath}?${search}`)
      const arrival = yield* Effect.catchTag(
        ask(attempt, returned, agentOf(exchange)),
        "NotSignedIn",
        Effect.succeed,
      )
      return { arrival, return_to: attempt.return_to }
    })
    proceed(exchange, kernel.context, work, (_, exit) => {
      if (exit._tag === "Failure") return respondFailure(exchange, exit.cause)
      if (exit.value === null) return fail(exchange, "expired")
      const { arrival, return_to } = exit.value
      const over = [cookieField(kernel.reach, cookieName, "", 0)]
      return arrival instanceof NotSignedIn
        ? fail(exchange, arrival.reason, return_to, over)
        : goOn(exchange, arrival, return_to, over)
    })
  }
}

/** The pages with which a browser signs in at the provider. */
export const providerPages = (
  provider: SignInProvider,
): ReadonlyArray<readonly [path: string, page: Page]> => [
  [beginPath, begin(provider)],
  [finishPath, finish(provider)],
]
