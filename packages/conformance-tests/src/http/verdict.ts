import type { Exchange, Profile } from "./check.ts"

/** `unclaimed`: the implementer says that the target does not have what it needs. */
export const verdicts = ["pass", "fail", "untestable", "blocked", "unclaimed"] as const
export type Verdict = (typeof verdicts)[number]

/** A lawful choice of the target where the interface is silent. */
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
  /** Of a failure: what the interface asks for. Of what was not tested: why. */
  readonly reason: string | null
  /** Of a failure: what was seen, as text. */
  readonly seen: string | null
  /** Of a failure: the last exchanges before it, the one it is about last. */
  readonly exchanges: ReadonlyArray<Exchange>
  /** Of a failure: how many of them, from the end, are to be asked again to see it. */
  readonly decisive: number
  /** The operations that it asked, each once. */
  readonly operations: ReadonlyArray<string>
  readonly notes: ReadonlyArray<Note>
  /** Whether the implementer's list expects the failure. */
  readonly expected: boolean
  readonly milliseconds: number
}

export class CheckFailed extends Error {
  readonly seen: string | null
  /** How many of the last exchanges it is about. */
  readonly decisive: number
  constructor(expected: string, seen: string | null, decisive = 1) {
    super(expected)
    this.seen = seen
    this.decisive = decisive
  }
}
export class Untestable extends Error {}
/** Something that the implementer does not claim to have. */
export class Unclaimed extends Error {}
export class Blocked extends Error {}
/** The suite itself is at fault: the run's result cannot be relied on. */
export class HarnessFault extends Error {}

export type Counts = { readonly [verdict in Verdict]: number } & { readonly expected: number }

/** How many checks there are of each verdict; `expected` of the failures were expected. */
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
