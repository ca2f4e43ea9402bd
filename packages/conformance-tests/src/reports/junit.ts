import type { CheckResult } from "../http/verdict.ts"
import { escaped as escapedHtml } from "./html/markup.ts"
import { commandsOf, placeOfCheck, type Report, type ReportedCheck, sentenceOf } from "./report.ts"

/** Characters that XML 1.0 does not allow. */
const impossible = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

const escaped = (text: string): string =>
  escapedHtml(text.replace(impossible, "\uFFFD")).replaceAll("\n", "&#10;")

const time = (milliseconds: number): string => (milliseconds / 1000).toFixed(3)

const longestMessage = 300

/** Returns the message of a failure, often the only text that a list of failures shows. */
const messageOf = (check: ReportedCheck): string => {
  const text = `${check.title}: expected ${check.reason}; seen ${check.seen ?? "nothing"}`
  return text.length <= longestMessage ? text : `${text.slice(0, longestMessage)}…`
}

const inside = (check: ReportedCheck): string => {
  const reason = escaped(check.reason ?? "")
  if (check.verdict === "pass") return ""
  if (check.verdict !== "fail") return `<skipped message="${check.verdict}: ${reason}"/>`
  if (check.expected) return `<skipped message="expected failure: ${reason}"/>`
  const lines = [
    `where: ${placeOfCheck(check)}`,
    `says: ${sentenceOf(check)}`,
    `expected: ${check.reason}`,
    `seen: ${check.seen ?? "nothing"}`,
    ...commandsOf(check).map((command) => `repeat: ${command}`),
    `explain: outlay-conformance explain ${check.id}`,
  ]
  const message = escaped(messageOf(check))
  return `<failure message="${message}" type="${check.requirement}">${escaped(lines.join("\n"))}</failure>`
}

const testcase = (check: ReportedCheck): string =>
  `    <testcase classname="${check.requirement}" name="${escaped(`${check.id}: ${check.title}`)}" time="${time(check.milliseconds)}">${inside(check)}</testcase>`

const isSkipped = (check: CheckResult): boolean =>
  !["pass", "fail"].includes(check.verdict) || check.expected

/** The form that CI systems read: a suite for each profile, a case for each check. */
export const junit = (report: Report): string => {
  const suites = report.profiles.map((profile) => {
    const checks = report.checks.filter((check) => check.profile === profile)
    const failures = checks.filter((check) => check.verdict === "fail" && !check.expected).length
    const skipped = checks.filter(isSkipped).length
    return [
      `  <testsuite name="${profile}" tests="${checks.length}" failures="${failures}" errors="0" skipped="${skipped}" timestamp="${report.started}">`,
      ...checks.map(testcase),
      "  </testsuite>",
    ].join("\n")
  })
  const { counts, checks, milliseconds } = report
  const failures = counts.fail - counts.expected
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escaped(report.product.name)}" tests="${checks.length}" failures="${failures}" errors="0" time="${time(milliseconds)}">`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n")
}
