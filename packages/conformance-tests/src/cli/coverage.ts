import { parseArgs } from "node:util"
import { areas } from "../interface/requirement.ts"
import { checksOfRequirement, described, requirements } from "../suite.ts"
import { type Exit, exits } from "./exit.ts"

const help = `outlay-conformance coverage: counts the requirements of each area and their checks.

Exits with 5 if a requirement has neither a check nor a reason, or a check has no requirement.

  --json
`

/** Counts the requirements and checks of an area. */
const rowOf = (area: string) => {
  const rows = requirements.filter((row) => row.area === area)
  const checks = rows.reduce((sum, row) => sum + checksOfRequirement(row.id).length, 0)
  const excluded = rows.filter((row) => row.excluded !== undefined).length
  return { area, requirements: rows.length, checks, excluded }
}

/** Requirements without a check and checks without a requirement. */
export const unmatched = () => {
  const ids = new Set(requirements.map(({ id }) => id))
  return {
    requirements: requirements
      .filter((row) => row.excluded === undefined && checksOfRequirement(row.id).length === 0)
      .map(({ id }) => id),
    checks: described.filter((check) => !ids.has(check.requirement)).map(({ id }) => id),
  }
}

/** `coverage` */
export const coverageCommand = async (args: ReadonlyArray<string>): Promise<Exit> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    return exits.passed
  }
  const rows = areas.map(rowOf).filter((row) => row.requirements > 0)
  const missing = unmatched()
  const complete = missing.requirements.length + missing.checks.length === 0
  const total = rows.reduce(
    (sum, row) => ({
      area: "all",
      requirements: sum.requirements + row.requirements,
      checks: sum.checks + row.checks,
      excluded: sum.excluded + row.excluded,
    }),
    { area: "all", requirements: 0, checks: 0, excluded: 0 },
  )
  const line = (cells: ReadonlyArray<string | number>): string =>
    cells
      .map((cell, index) => (index === 0 ? String(cell).padEnd(24) : String(cell).padStart(14)))
      .join("")
  const table = [
    line(["area", "requirements", "checks", "excluded"]),
    ...[...rows, total].map((row) => line(Object.values(row))),
    ...missing.requirements.map((id) => `no check tests ${id}`),
    ...missing.checks.map((id) => `${id} tests no requirement`),
    "",
  ].join("\n")
  process.stdout.write(
    values.json ? `${JSON.stringify({ areas: rows, total, missing }, null, 2)}\n` : table,
  )
  return complete ? exits.passed : exits.harness
}
