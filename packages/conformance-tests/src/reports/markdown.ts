import { levelNames } from "../http/levels.ts"
import { verdicts } from "../http/verdict.ts"
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
  unprovenText,
} from "./report.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/gu, " ")

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

const failures = (report: Report): ReadonlyArray<string> => {
  const failed = report.checks.filter((check) => check.verdict === "fail")
  if (failed.length === 0) return []
  return [
    "## Failures",
    ...failed.map((check) =>
      [
        `### ${check.id}${check.expected ? " (expected)" : ""}`,
        `> ${cell(sentenceOf(check))}`,
        `Stated in ${cell(placeOfCheck(check))}.`,
        `${check.title}. Expected: ${check.reason}. Seen: ${cell(check.seen ?? "nothing")}`,
        ...commandsOf(check).flatMap((command) => ["```sh", command, "```"]),
      ].join("\n\n"),
    ),
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

/** The form for a pull request. */
export const markdown = (report: Report): string =>
  [
    `# ${report.product.name} ${report.product.version}: conformance`,
    [
      `${countsText(report.counts)}, in ${seconds(report.milliseconds)}`,
      `seed ${report.seed}, ${report.started}, ${report.suite.name} ${report.suite.version}.`,
    ].join("; "),
    ...(report.died === null ? [] : [`**The run ended early: ${cell(report.died)}**`]),
    ...report.warnings.map((warning) => `**Warning:** ${cell(warning)}`),
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
