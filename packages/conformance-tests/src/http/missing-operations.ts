import type { Presences } from "./claims.ts"
import type { CheckResult } from "./verdict.ts"

/** How the reason of a check begins that needs an operation which is not there. */
export const notThere = "an operation is missing"

/** What a check says that an operation was answered which is not there. */
const absence = /\bstatus (404|405|501)\b/u

/** Whether a failure may be one of many that a single missing operation makes. */
export const mayHang = ({ profile, reason, seen }: CheckResult): boolean =>
  profile !== "smoke" && absence.test(`${reason} ${seen}`)

/** The missing operation that a check which did not pass hangs on. */
const absentOf = (
  { operations, verdict, reason, seen }: CheckResult,
  { isAbsent }: Presences,
): string | undefined =>
  (verdict === "fail" || verdict === "blocked") && absence.test(`${reason} ${seen}`)
    ? operations.find(isAbsent)
    : undefined

/** The check that tells of a missing operation: that of the operation itself, if there is one. */
const teller = (failed: ReadonlyArray<CheckResult>): CheckResult | undefined =>
  failed.find(({ profile }) => profile === "smoke") ??
  failed.find(({ operations }) => operations.length === 1) ??
  failed[0]

/**
 * A missing operation is told of once: the check of it fails, and whatever else failed on the way
 * to it, or stood on it, is blocked by it. In the order of the results.
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
