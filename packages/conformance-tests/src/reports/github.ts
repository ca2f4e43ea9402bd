import { levelNames } from "../http/levels.ts"
import { highestLevel, levelName, placeOfCheck, type Report, seconds } from "./report.ts"

const cell = (text: string): string =>
  text.replaceAll(/[\\`|<>*_[\]]/gu, "\\$&").replaceAll(/\s+/gu, " ")

/** Maximum number of failures that are listed. */
const mostNamed = 3

/** Returns at most ten lines for the summary of a job; the other reports have the rest. */
export const github = (report: Report): string => {
  const { counts, product } = report
  const level = highestLevel(report)
  const failed = report.checks.filter(({ verdict, expected }) => verdict === "fail" && !expected)
  const reached = levelNames.map((name) => `${levelName(name)} ${report.levels[name]}`).join(", ")
  const named = failed
    .slice(0, mostNamed)
    .map((check) => `- \`${check.id}\`: ${cell(check.title)} (${cell(placeOfCheck(check))})`)
  const more = failed.length - named.length
  const stands = level === null ? "" : `: ${levelName(level)}`
  return [
    `### ${cell(product.name)} ${cell(product.version)}${stands}`,
    "",
    "| Passed | Failed | Untestable | Blocked | Not claimed | Time |",
    "|---|---|---|---|---|---|",
    `| ${counts.pass} | ${counts.fail} | ${counts.untestable} | ${counts.blocked} | ${counts.unclaimed} | ${seconds(report.milliseconds)} |`,
    "",
    ...(report.died === null ? named : [`The run ended early: ${cell(report.died)}`]),
    ...(report.died === null && more > 0 ? [`- and ${more} more`] : []),
    ...(failed.length === 0 && report.died === null ? [`Levels: ${reached}.`] : []),
    "",
  ].join("\n")
}
