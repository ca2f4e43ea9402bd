import type { CheckResult } from "./verdict.ts"

const minute = 60_000
const day = 1_440 * minute
/** More than a slow response, or a clock that is not synchronised, would explain. */
const tolerated = 5 * minute

const spanOf = (milliseconds: number): string =>
  milliseconds < 2 * day
    ? `${Math.round(milliseconds / minute)} minutes`
    : `${Math.round(milliseconds / day)} days`

/** Warns about a clock of the service that is far from ours; null if it is not or shows no time. */
export const clockWarning = (theirs: number, ours: number): string | null => {
  const apart = Math.abs(theirs - ours)
  if (Number.isNaN(apart) || apart <= tolerated) return null
  const direction = theirs > ours ? "ahead of" : "behind"
  const shown = new Date(theirs).toISOString()
  return (
    `The service's clock (${shown}) is ${spanOf(apart)} ${direction} this computer's. If an ` +
    "earlier run set it forward and the service was started again since, it may stand still: " +
    "then tokens do not expire, and checks of that fail. Start the service with a new database."
  )
}

/**
 * Warns about a base address under which nothing was found because it contains the version, which
 * the suite adds.
 */
export const addressWarning = (baseUrl: URL): string | null => {
  const [ending] = /\/v\d+\/?$/u.exec(baseUrl.pathname) ?? []
  if (ending === undefined) return null
  const without = baseUrl.href.slice(0, -ending.length)
  return `The base URL ends in ${ending}, which the suite adds itself: most likely it is ${without}`
}

const countOf = (checks: ReadonlyArray<CheckResult>): string =>
  checks.length === 1 ? "1 check" : `${checks.length} checks`

/** Returns checks that did not pass and whose text matches a pattern. */
const stoppedBy = (
  checks: ReadonlyArray<CheckResult>,
  pattern: RegExp,
): ReadonlyArray<CheckResult> =>
  checks.filter(
    ({ verdict, reason, seen }) =>
      (verdict === "fail" || verdict === "blocked") && pattern.test(`${reason} ${seen}`),
  )

const redirection = /\bstatus 30[12378] to (https?:\/\/[^/\s]+)/u

/**
 * Warns about redirects to another address, which the suite does not follow, because it would
 * receive the token.
 */
export const redirectWarning = (checks: ReadonlyArray<CheckResult>, baseUrl: URL) => {
  const redirected = stoppedBy(checks, redirection)
  const { reason = "", seen = "" } = redirected[0] ?? {}
  const to = redirection.exec(`${reason} ${seen}`)?.[1]
  if (to === undefined || to === baseUrl.origin) return null
  const path = baseUrl.pathname.replace(/\/$/u, "")
  return (
    `${countOf(redirected)} did not pass because the service redirects to ${to}. The suite ` +
    `follows no redirect: if the service is there, give ${to}${path} as its address.`
  )
}

/** Warns about checks that got a response from a gateway, or of a target that was too busy. */
export const gatewayWarning = (checks: ReadonlyArray<CheckResult>): string | null => {
  const lost = stoppedBy(checks, /\bstatus 50[234]\b/u)
  if (lost.length === 0) return null
  return (
    `${countOf(lost)} did not pass because of status 502, 503 or 504: a proxy did not reach the ` +
    "service, or the service could not answer. If that is not what it does by itself, test it " +
    "without the proxy, or with fewer requests at once (--jobs 1)."
  )
}

/** Warns about checks that did not pass because the service deferred requests. */
export const rateWarning = (checks: ReadonlyArray<CheckResult>): string | null => {
  const limited = stoppedBy(checks, /\bstatus 429\b/u)
  if (limited.length === 0) return null
  return (
    `${countOf(limited)} did not pass because the service limits the rate of requests (429). ` +
    "Switch that off for the run (Outlay: OUTLAY_RATE_LIMIT=off)."
  )
}
