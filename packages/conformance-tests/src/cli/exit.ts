import { notMade } from "../http/execution.ts"
import type { RunResult } from "../http/runner.ts"

/** Exit codes by meaning. */
export const exits = {
  passed: 0,
  failed: 1,
  staleExpectation: 2,
  untested: 3,
  configuration: 4,
  harness: 5,
  unreachable: 6,
  nothingSelected: 7,
} as const
export type Exit = (typeof exits)[keyof typeof exits]

/** Returns the exit code of a run that was completed or whose target died. */
export const exitOf = ({ checks, counts, stale, died }: RunResult): Exit => {
  if (died !== null) return exits.unreachable
  if (checks.every(({ verdict }) => verdict === "unclaimed")) return exits.nothingSelected
  if (counts.fail > counts.expected) return exits.failed
  if (stale.length > 0) return exits.staleExpectation
  if (checks.some(({ reason }) => reason?.startsWith(notMade))) return exits.configuration
  if (counts.untestable + counts.blocked > 0) return exits.untested
  return exits.passed
}
