import { levelNames } from "../http/levels.ts"
import { verdicts } from "../http/verdict.ts"
import { curlOf } from "./curl.ts"
import {
  byProfile,
  choicesOf,
  countsText,
  levelName,
  type Report,
  seconds,
  unprovenText,
} from "./report.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/gu, " ")

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

const failures = (report: Report): ReadonlyArray<string> => {
  const failed = report.checks.filter((check) => check.verdict === "fail")
  if (failed.length === 0) return []
  const sentences = new Map(report.requirements.map((row) => [row.id, row.sentence]))
  return [
    "## Failures",
    ...failed.map((check) => {
      const exchange = check.exchanges.at(-1)
      const quoted = `> ${cell(sentences.get(check.requirement) ?? check.requirement)}`
      return [
        `### ${check.id}${check.expected ? " (expected)" : ""}`,
        quoted,
        `${check.title}. Expected: ${check.reason}. Seen: ${cell(check.seen ?? "nothing")}`,
        ...(exchange === undefined ? [] : ["```sh", curlOf(exchange), "```"]),
      ].join("\n\n")
    }),
  ]
}

const others = (report: Report): ReadonlyArray<string> => {
  const rows = report.checks.filter(({ verdict }) => verdict !== "pass" && verdict !== "fail")
  if (rows.length === 0) return []
  const cells = rows.map(({ id, verdict, reason }) => [id, verdict, reason ?? ""])
  return ["## Not tested", table(["Check", "Verdict", "Why"], cells)]
}

const choices = (report: Report): ReadonlyArray<string> => {
  const rows = choicesOf(report).map(({ what, choice }) => [what, choice])
  if (rows.length === 0) return []
  return ["## Where the interface is silent", table(["Question", "This target's choice"], rows)]
}

/** The form that a pull request shows. */
export const markdown = (report: Report): string =>
  [
    `# ${report.product.name} ${report.product.version}: conformance`,
    [
      `${countsText(report.counts)}, in ${seconds(report.milliseconds)}`,
      `seed ${report.seed}, ${report.started}, ${report.suite.name} ${report.suite.version}.`,
    ].join("; "),
    ...(report.died === null ? [] : [`**The run ended early: ${cell(report.died)}**`]),
    table(
      ["Level", "Standing"],
      levelNames.map((level) => [levelName(level), report.levels[level]]),
    ),
    table(
      ["Profile", "Checks", "Passed", "Failed", "Untestable", "Blocked", "Not claimed"],
      byProfile(report).map(({ profile, total, counts }) =>
        [profile, total, ...verdicts.map((verdict) => counts[verdict])].map(String),
      ),
    ),
    ...(unprovenText(report) === "" ? [] : [unprovenText(report)]),
    ...failures(report),
    ...others(report),
    ...choices(report),
    "",
  ].join("\n\n")
