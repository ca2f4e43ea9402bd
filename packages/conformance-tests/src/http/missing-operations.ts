import type { Presences } from "./claims.ts"
import type { CheckResult } from "./verdict.ts"

/** Beginning of the reason of a check that needs a missing operation. */
export const notThere = "an operation is missing"

/** Text in a check's result for a response of a missing operation. */
const absence = /\bstatus (404|405|501)\b/u

/** True if a failure may be one of many caused by a single missing operation. */
export const mayHang = ({ profile, reason, seen }: CheckResult): boolean =>
  profile !== "smoke" && absence.test(`${reason} ${seen}`)

/** Returns the missing operation that a failed or blocked check depends on. */
const absentOf = (
  { operations, verdict, reason, seen }: CheckResult,
  { isAbsent }: Presences,
): string | undefined =>
  (verdict === "fail" || verdict === "blocked") && absence.test(`${reason} ${seen}`)
    ? operations.find(isAbsent)
    : undefined

/**
 * Returns the check that reports a missing operation: preferably the one for the operation itself.
 */
const teller = (failed: ReadonlyArray<CheckResult>): CheckResult | undefined =>
  failed.find(({ profile }) => profile === "smoke") ??
  failed.find(({ operations }) => operations.length === 1) ??
  failed[0]

/**
 * Reports each missing operation once: its own check fails, and all other checks that failed
 * because of it are blocked by it. Keeps the order of the results.
 */
export const collapsed = (
  results: ReadonlyArray<CheckResult>,
  presences: Presences,
): ReadonlyArray<CheckResult> => {
  const failed = results.filter(({ verdict }) => verdict === "fail")
  const byOperation = Map.groupBy(failed, (result) => absentOf(result, presences))
  const tellers = new Set([...byOperation.values()].map((group) => teller(group)?.id))
  return results.map((result): CheckResult => {
    const operation = absentOf(result, presences)
    if (operation === undefined) return result
    if (tellers.has(result.id)) {
      const requests = `all requests for ${operation} (${presences.requests(operation)})`
      const seen = `${result.seen ?? "nothing"}; ${requests} returned 404, 405 or 501, so it seems to be missing`
      return { ...result, seen }
    }
    const reason = `${notThere}: ${operation}`
    return { ...result, verdict: "blocked", reason, seen: null, exchanges: [], expected: false }
  })
}
