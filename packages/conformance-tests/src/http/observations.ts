import type { OperationId } from "../interface/operations.ts"
import type { Answer, Check, Exchange } from "./check.ts"

/** Observations of a requirement on every response of a run. */
export interface Observed {
  /** Number of responses that were checked against it. */
  responseCount: number
  /** The first responses that violated it. */
  readonly faults: Array<{ readonly detail: string; readonly exchange: Exchange }>
}

const mostFaults = 3

/** Collects the observations of every response, by requirement. */
export const observations = () => {
  const seen = new Map<string, Observed>()
  const of = (requirement: string): Observed => {
    const existing = seen.get(requirement)
    if (existing !== undefined) return existing
    const made: Observed = { responseCount: 0, faults: [] }
    seen.set(requirement, made)
    return made
  }
  return {
    observed: (requirement: string) => {
      of(requirement).responseCount += 1
    },
    fault: (requirement: string, detail: string, exchange: Exchange) => {
      const { faults } = of(requirement)
      if (faults.length < mostFaults) faults.push({ detail, exchange })
    },
    of,
  }
}
export type Observations = ReturnType<typeof observations>

/** Checks every response of an operation, for the runner. */
export interface Observer {
  /** Returns the requirements against which responses of the operation are checked. */
  readonly requirements: (operation: OperationId) => ReadonlyArray<string>
  readonly faults: (
    operation: OperationId,
    response: Answer,
  ) => ReadonlyArray<{
    readonly requirement: string
    readonly pointer: string
    readonly detail: string
  }>
}

/** Returns the id of the check that reports the observations of a requirement. */
const observationId = (requirement: string): string => `${requirement}.every-answer`

/** Returns the check that reports the observations; it runs after all others. */
export const observationCheck = (
  requirement: string,
  profile: Check["profile"],
): Omit<Check, "run" | "scenario"> => ({
  id: observationId(requirement),
  requirement,
  profile,
  title: "Every answer of the whole run keeps it",
})
