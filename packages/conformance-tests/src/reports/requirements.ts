import { proven } from "../interface/proven.ts"
import type { Requirement } from "../interface/requirement.ts"

const cell = (text: string): string => text.replaceAll(/\s+/gu, " ").replaceAll("|", "\\|").trim()

const lines = (
  rows: ReadonlyArray<Requirement>,
  checksOf: (id: string) => number,
): ReadonlyArray<string> => [
  "| Requirement | Strength | Sentence | Checks |",
  "|---|---|---|---|",
  ...rows.map((row) => {
    const count = `${checksOf(row.id)}${proven.has(row.id) ? "" : ", not proven"}`
    const checks = row.excluded === undefined ? count : `none: ${row.excluded}`
    return `| \`${row.id}\` | ${row.strength} | ${cell(row.sentence)} | ${cell(checks)} |`
  }),
]

/** Returns the page of requirements: every sentence that is tested, or why it is not. */
export const requirementsPage = (
  requirements: ReadonlyArray<Requirement>,
  checksOf: (id: string) => number,
): string => {
  const areas = [...new Set(requirements.map(({ area }) => area))]
  const excluded = requirements.filter((row) => row.excluded !== undefined).length
  return [
    "# Requirements",
    "",
    "Written by `pnpm goldens` from the conformance suite; changed there, not here.",
    "`pnpm -s outlay-conformance explain ID` says what is sent for each and what is accepted.",
    "",
    `${requirements.length} sentences in ${areas.length} areas; ${excluded} are not tested, and say why.`,
    'A row is "not proven" if its checks were never seen to fail on a wrong server.',
    "",
    ...areas.flatMap((area) => [
      `## ${area}`,
      "",
      ...lines(
        requirements.filter((row) => row.area === area),
        checksOf,
      ),
      "",
    ]),
  ].join("\n")
}
