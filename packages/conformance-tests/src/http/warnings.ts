import type { CheckResult } from "./verdict.ts"

const minute = 60_000
const day = 1_440 * minute
/** More than a slow answer, or a clock that nobody sets, would explain. */
const tolerated = 5 * minute

const spanOf = (milliseconds: number): string =>
  milliseconds < 2 * day
    ? `${Math.round(milliseconds / minute)} minutes`
    : `${Math.round(milliseconds / day)} days`

/** A clock of the service that is far from ours; null where it is not, or shows no time. */
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

/** A base address under which nothing was found: it has the version in it, which the suite adds. */
export const addressWarning = (baseUrl: URL): string | null => {
  const [ending] = /\/v\d+\/?$/u.exec(baseUrl.pathname) ?? []
  if (ending === undefined) return null
  const without = baseUrl.href.slice(0, -ending.length)
  return `The base URL ends in ${ending}, which the suite adds itself: most likely it is ${without}`
}

/** Checks that ended as they did because the service put off requests. */
export const rateWarning = (checks: ReadonlyArray<CheckResult>): string | null => {
  const limited = checks.filter(
    ({ verdict, reason, seen }) =>
      (verdict === "fail" || verdict === "blocked") && /\bstatus 429\b/u.test(`${reason} ${seen}`),
  )
  if (limited.length === 0) return null
  const count = limited.length === 1 ? "1 check" : `${limited.length} checks`
  return (
    `${count} did not pass because the service limits the rate of requests (429). Switch that ` +
    "off for the run (Outlay: OUTLAY_RATE_LIMIT=off)."
  )
}
