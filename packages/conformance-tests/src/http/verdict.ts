import type { Exchange, Profile } from "./check.ts"

/** `unclaimed`: the implementer states that the target does not have what the check needs. */
export const verdicts = ["pass", "fail", "untestable", "blocked", "unclaimed"] as const
export type Verdict = (typeof verdicts)[number]

/** A valid choice of the target where the interface is silent. */
export interface Note {
  readonly what: string
  readonly choice: string
}

export interface CheckResult {
  readonly id: string
  readonly requirement: string
  readonly profile: Profile
  readonly title: string
  readonly verdict: Verdict
  /** Failure: requirement of the interface. Not tested: the reason. */
  readonly reason: string | null
  /** Failure: the seen value, as text. */
  readonly seen: string | null
  /** Failure: the last exchanges before it; the one that it is about is the last. */
  readonly exchanges: ReadonlyArray<Exchange>
  /** Failure: number of the last exchanges to repeat to see it. */
  readonly decisive: number
  /** Operations that it called, each once. */
  readonly operations: ReadonlyArray<string>
  readonly notes: ReadonlyArray<Note>
  /** True if the implementer's list expects the failure. */
  readonly expected: boolean
  readonly milliseconds: number
}

export class CheckFailed extends Error {
  readonly seen: string | null
  /** Number of the last exchanges that it is about. */
  readonly decisive: number
  constructor(expected: string, seen: string | null, decisive = 1) {
    super(expected)
    this.seen = seen
    this.decisive = decisive
  }
}
export class Untestable extends Error {}
/** Something that the implementer does not claim. */
export class Unclaimed extends Error {}
export class Blocked extends Error {}
/** An error in the suite itself: the run's result is unreliable. */
export class HarnessFault extends Error {}

export type Counts = { readonly [verdict in Verdict]: number } & { readonly expected: number }

/** Counts checks by verdict; `expected` is the number of expected failures. */
export const countsOf = (checks: ReadonlyArray<CheckResult>): Counts => {
  const of = (verdict: Verdict) => checks.filter((check) => check.verdict === verdict).length
  return {
    pass: of("pass"),
    fail: of("fail"),
    untestable: of("untestable"),
    blocked: of("blocked"),
    unclaimed: of("unclaimed"),
    expected: checks.filter((check) => check.verdict === "fail" && check.expected).length,
  }
}
