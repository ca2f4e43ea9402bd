import { readFile } from "node:fs/promises"
import { parseArgs, styleText } from "node:util"
import { type Change, type Comparison, compared } from "../reports/comparison.ts"
import type { Report } from "../reports/report.ts"
import { type Exit, exits } from "./exit.ts"
import { CommandFailed } from "./failure.ts"

const help = `outlay-conformance compare BEFORE AFTER: compares two JSON reports, check by check.

They can be of two runs, or of two services. It lists what is fixed and what is broken, and exits
with 1 if a check that passed in BEFORE does not pass in AFTER.

  --json
`

const reportIn = async (file: string): Promise<Report> => {
  try {
    const report = JSON.parse(await readFile(file, "utf8"))
    if (report?.report_version === 1 && Array.isArray(report.checks)) return report
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(exits.configuration, `${file}: ${why}`)
  }
  throw new CommandFailed(exits.configuration, `${file} is not a JSON report of this suite`)
}

const lines = (
  colour: "green" | "red" | "yellow",
  what: string,
  changes: ReadonlyArray<Change>,
): ReadonlyArray<string> =>
  changes.map(({ id, title, before, after }) => {
    const verdicts = `${before ?? "absent"} → ${after ?? "absent"}`
    return `${styleText(colour, what)}  ${id} (${verdicts})\n         ${title}`
  })

const about = ({ product, seed, started }: Report): string =>
  `${product.name} ${product.version}, seed ${seed}, ${started}`

const text = (first: Report, second: Report, found: Comparison): string =>
  [
    `before   ${about(first)}`,
    `after    ${about(second)}`,
    ...lines("green", "fixed  ", found.fixed),
    ...lines("red", "broken ", found.broken),
    ...lines("yellow", "changed", found.changed),
    `${found.fixed.length} fixed, ${found.broken.length} broken, ` +
      `${found.changed.length} changed, ${found.same} same`,
    "",
  ].join("\n")

/** `compare BEFORE AFTER` */
export const compareCommand = async (args: ReadonlyArray<string>): Promise<Exit> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    process.stdout.write(help)
    return exits.passed
  }
  const [before, after, ...others] = positionals
  if (before === undefined || after === undefined || others.length > 0) {
    throw new CommandFailed(exits.configuration, "compare needs two reports", help)
  }
  const [first, second] = [await reportIn(before), await reportIn(after)]
  const found = compared(first, second)
  process.stdout.write(
    values.json ? `${JSON.stringify(found, null, 2)}\n` : text(first, second, found),
  )
  return found.broken.length > 0 ? exits.failed : exits.passed
}
