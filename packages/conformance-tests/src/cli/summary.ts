import { styleText } from "node:util"
import { levelNames } from "../http/levels.ts"
import type { CheckResult, Verdict } from "../http/verdict.ts"
import { printable } from "../reports/curl.ts"
import {
  byProfile,
  choicesOf,
  commandsOf,
  countsText,
  levelName,
  placeOfCheck,
  type Report,
  seconds,
  sentenceOf,
} from "../reports/report.ts"

const colours = {
  pass: "green",
  fail: "red",
  untestable: "yellow",
  blocked: "magenta",
  unclaimed: "dim",
} as const

const colour = (verdict: Verdict, text: string): string => styleText(colours[verdict], text)

const number = (count: number, verdict: Verdict): string => {
  const text = String(count).padStart(11)
  return count === 0 ? styleText("dim", text) : colour(verdict, text)
}

const profileLines = (report: Report): ReadonlyArray<string> => [
  styleText("dim", `${"profile".padEnd(12)}     passed     failed untestable    blocked`),
  ...byProfile(report).map(({ profile, counts }) =>
    [
      profile.padEnd(12),
      number(counts.pass, "pass"),
      number(counts.fail, "fail"),
      number(counts.untestable, "untestable"),
      number(counts.blocked, "blocked"),
    ].join(""),
  ),
]

const failureLines = (report: Report): ReadonlyArray<string> =>
  report.checks
    .filter((check) => check.verdict === "fail" && !check.expected)
    .flatMap((check) => [
      "",
      `${colour("fail", "✕")} ${styleText("bold", check.id)}`,
      `  tested    ${check.title}`,
      `  stated in ${placeOfCheck(check)}`,
      `  says      ${sentenceOf(check)}`,
      `  expected  ${printable(check.reason ?? "")}`,
      `  seen      ${printable(check.seen ?? "nothing")}`,
      ...commandsOf(check).map((command) => `  repeat    ${command}`),
    ])

/** Maximum number of ids listed for a reason why checks were not tested. */
const mostNamed = 3

/** Returns a reason without the ids and numbers that differ between businesses. */
const kindOf = ({ verdict, reason }: CheckResult): string =>
  `${verdict} ${reason?.replaceAll(/[0-9a-f-]{16,}|\d+/gu, "#")}`

/** Lists what was not tested and why: each reason once, for all of its checks. */
const untested = (report: Report): ReadonlyArray<string> => {
  const stopped = report.checks.filter(
    ({ verdict }) => verdict === "untestable" || verdict === "blocked",
  )
  return [...Map.groupBy(stopped, kindOf).values()].flatMap((checks) => {
    const [first] = checks
    if (first === undefined) return []
    const { verdict, reason } = first
    const ids = checks.slice(0, mostNamed).map(({ id }) => id)
    const more = checks.length > mostNamed ? ` and ${checks.length - mostNamed} more` : ""
    return [`${colour(verdict, verdict)} ${printable(reason ?? "")}`, `  ${ids.join(", ")}${more}`]
  })
}

const levelLine = (report: Report): string =>
  levelNames
    .map((level) => {
      const standing = report.levels[level]
      const text = `${levelName(level)} ${standing}`
      if (standing === "not run") return styleText("dim", text)
      return colour(standing === "passed" ? "pass" : "fail", text)
    })
    .join("   ")

/** Returns the result of a run for a reader at a terminal. */
export const summary = (report: Report): string => {
  const choices = choicesOf(report).length
  return [
    ...profileLines(report),
    ...failureLines(report),
    ...(report.counts.untestable + report.counts.blocked === 0 ? [] : ["", ...untested(report)]),
    ...(report.stale.length === 0
      ? []
      : ["", `expected to fail, and passed: ${report.stale.join(", ")}`]),
    ...report.warnings.flatMap((warning) => ["", `${colour("untestable", "warning")} ${warning}`]),
    ...(report.died === null ? [] : ["", colour("fail", `the run ended early: ${report.died}`)]),
    "",
    `${report.product.name} ${report.product.version}, seed ${report.seed}`,
    ...(choices === 0 ? [] : [`${choices} choices where the interface is silent: see the report`]),
    levelLine(report),
    `${countsText(report.counts)}, in ${seconds(report.milliseconds)}`,
    "",
  ].join("\n")
}
