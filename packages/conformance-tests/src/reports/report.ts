import type { Profile } from "../http/check.ts"
import { type Level, levelNames, type Standing, standingOf } from "../http/levels.ts"
import type { RunResult } from "../http/runner.ts"
import {
  type CheckResult,
  countsOf,
  HarnessFault,
  type Verdict,
  verdicts,
} from "../http/verdict.ts"
import { proven } from "../interface/proven.ts"
import { placeOf, type Requirement } from "../interface/requirement.ts"
import { curlOf } from "./curl.ts"

/** The result of a requirement: that of its worst check. */
export interface RequirementResult
  extends Pick<Requirement, "id" | "area" | "strength" | "section" | "source" | "sentence"> {
  readonly verdict: Verdict
  /** True if its checks were ever seen to fail on a wrong server. */
  readonly proven: boolean
  /** Ids of its checks that ran. */
  readonly checks: ReadonlyArray<string>
}

/** The result of a check, with the sentence that it tests and its place. */
export interface ReportedCheck
  extends CheckResult,
    Pick<Requirement, "section" | "source" | "sentence"> {}

/** Content of every form of report. */
export interface Report extends Omit<RunResult, "checks" | "stale" | "died" | "warnings"> {
  readonly report_version: 1
  readonly suite: { readonly name: string; readonly version: string }
  /** The documents whose sentences are tested, with their digests. */
  readonly documents: { readonly [name: string]: string }
  readonly profiles: ReadonlyArray<Profile>
  readonly levels: { readonly [level in Level]: Standing }
  readonly requirements: ReadonlyArray<RequirementResult>
  readonly checks: ReadonlyArray<ReportedCheck>
  /** Ids of expected failures that passed: the list is out of date. */
  readonly stale: ReadonlyArray<string>
  /** Why the run ended early; null if it did not. */
  readonly died: string | null
  /** Problems that make results doubtful, each with advice. */
  readonly warnings: ReadonlyArray<string>
}

/** Worst first. */
const ranks: ReadonlyArray<Verdict> = ["fail", "blocked", "untestable", "unclaimed", "pass"]

const worstOf = (checks: ReadonlyArray<CheckResult>): Verdict =>
  ranks.find((verdict) => checks.some((check) => check.verdict === verdict)) ?? "untestable"

export interface Selection {
  readonly profiles: ReadonlyArray<Profile>
  /** Profiles of which all checks were selected: only they count for a level. */
  readonly whole: ReadonlySet<Profile>
}

/** Adds to each check the sentence that it tests. */
const reported = (
  checks: ReadonlyArray<CheckResult>,
  requirements: ReadonlyArray<Requirement>,
): ReadonlyArray<ReportedCheck> => {
  const byId = new Map(requirements.map((row) => [row.id, row]))
  return checks.map((check) => {
    const row = byId.get(check.requirement)
    if (row === undefined) throw new HarnessFault(`${check.id} tests no known requirement`)
    const { section, source, sentence } = row
    return { ...check, section, source, sentence }
  })
}

/** The report of a run. */
export const reportOf = (
  result: RunResult,
  { profiles, whole }: Selection,
  requirements: ReadonlyArray<Requirement>,
  about: Pick<Report, "suite" | "documents">,
): Report => {
  const standings = levelNames.map((level) => {
    const completed = result.died === null ? whole : new Set<Profile>()
    return [level, standingOf(level, result.checks, completed)] as const
  })
  return {
    report_version: 1,
    ...about,
    ...result,
    checks: reported(result.checks, requirements),
    profiles,
    levels: Object.fromEntries(standings) as Report["levels"],
    requirements: requirements.flatMap(({ id, area, strength, section, source, sentence }) => {
      const checks = result.checks.filter((check) => check.requirement === id)
      if (checks.length === 0) return []
      const ids = checks.map((check) => check.id)
      const outcome = { verdict: worstOf(checks), proven: proven.has(id), checks: ids }
      return [{ id, area, strength, section, source, sentence, ...outcome }]
    }),
  }
}

/** The sentence that a check tests, on one line. */
export const sentenceOf = ({ sentence }: ReportedCheck): string =>
  sentence.replaceAll(/\s+/gu, " ").trim()

/** The place of that sentence: `"Statement" in the interface document`. */
export const placeOfCheck = (check: ReportedCheck): string => placeOf(check)

/** Returns commands that repeat the decisive requests of a failure. */
export const commandsOf = ({ exchanges, decisive }: CheckResult): ReadonlyArray<string> =>
  exchanges.slice(-decisive).map(curlOf)

/**
 * Returns a sentence with the number of passed requirements that were never seen to fail; empty if
 * there are none.
 */
export const unprovenText = ({ requirements }: Report): string => {
  const passed = requirements.filter(({ verdict }) => verdict === "pass")
  const count = passed.filter((row) => !row.proven).length
  return count === 0
    ? ""
    : `Of ${passed.length} requirements that passed ${count} are not proven: ` +
        "their checks were never seen to fail on a wrong server."
}

/** The highest level that the target passed; null if it passed none. */
export const highestLevel = (report: Report): Level | null =>
  levelNames.findLast((level) => report.levels[level] === "passed") ?? null

/** The counts of every profile that ran, for tables. */
export const byProfile = (report: Report) =>
  report.profiles.map((profile) => {
    const checks = report.checks.filter((check) => check.profile === profile)
    return { profile, total: checks.length, counts: countsOf(checks) }
  })

/** The target's choices where the interface is silent, each once. */
export const choicesOf = (report: Report) => {
  const seen = new Map<string, { what: string; choice: string; check: string }>()
  for (const { id, notes } of report.checks) {
    for (const note of notes) seen.set(`${note.what}\0${note.choice}`, { ...note, check: id })
  }
  return [...seen.values()].sort((a, b) => a.what.localeCompare(b.what))
}

const amount = (count: number, verdict: Verdict): string =>
  ({
    pass: `${count} passed`,
    fail: `${count} failed`,
    untestable: `${count} untestable`,
    blocked: `${count} blocked`,
    unclaimed: `${count} not claimed`,
  })[verdict]

/** "812 passed, 0 failed, 3 untestable, 0 blocked", and the number not claimed if there are any. */
export const countsText = (counts: Report["counts"]): string =>
  `${verdicts
    .filter((verdict) => verdict !== "unclaimed" || counts.unclaimed > 0)
    .map((verdict) => amount(counts[verdict], verdict))
    .join(", ")}${counts.expected === 0 ? "" : ` (${counts.expected} of the failures expected)`}`

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

/** Display name of a level, such as `Core`. */
export const levelName = (level: Level): string =>
  `${level.slice(0, 1).toUpperCase()}${level.slice(1)}`
