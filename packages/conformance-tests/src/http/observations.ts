import type { OperationId } from "../interface/operations.ts"
import type { Answer, Check, Exchange } from "./check.ts"

/** A requirement on every answer of a run, whichever check asked for it. */
export interface Observed {
  /** Number of answers that were checked against it. */
  answers: number
  /** The first answers that broke it. */
  readonly faults: Array<{ readonly detail: string; readonly exchange: Exchange }>
}

const mostFaults = 3

/** What is observed of every answer, by requirement. */
export const observations = () => {
  const seen = new Map<string, Observed>()
  const of = (requirement: string): Observed => {
    const existing = seen.get(requirement)
    if (existing !== undefined) return existing
    const made: Observed = { answers: 0, faults: [] }
    seen.set(requirement, made)
    return made
  }
  return {
    observed: (requirement: string) => {
      of(requirement).answers += 1
    },
    fault: (requirement: string, detail: string, exchange: Exchange) => {
      const { faults } = of(requirement)
      if (faults.length < mostFaults) faults.push({ detail, exchange })
    },
    of,
  }
}
export type Observations = ReturnType<typeof observations>

/** Checks every answer to an operation, for the runner. */
export interface Observer {
  /** The requirements that answers to the operation are checked against. */
  readonly requirements: (operation: OperationId) => ReadonlyArray<string>
  readonly faults: (
    operation: OperationId,
    answer: Answer,
  ) => ReadonlyArray<{
    readonly requirement: string
    readonly pointer: string
    readonly detail: string
  }>
}

/** The id of the check that stands for what was observed of a requirement. */
const observationId = (requirement: string): string => `${requirement}.every-answer`

/** The check that tells what was observed; it runs when all others have. */
export const observationCheck = (
  requirement: string,
  profile: Check["profile"],
): Omit<Check, "run" | "scenario"> => ({
  id: observationId(requirement),
  requirement,
  profile,
  title: "Every answer of the whole run keeps it",
})
