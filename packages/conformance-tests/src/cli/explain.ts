import { parseArgs, styleText } from "node:util"
import type { Requirement } from "../interface/requirement.ts"
import { checksOfRequirement, described, isProven, requirements } from "../suite.ts"
import { type Exit, exits } from "./exit.ts"
import { CommandFailed } from "./failure.ts"

const help = `outlay-conformance explain ID: what a requirement, or a check, rests on.

It prints the sentence, where it stands, what is sent, what is accepted, and how to challenge it.
`

const sources = {
  interface: "the interface document",
  settlement: "the settlement of its gaps",
  faults: "the list of faults and bad inputs",
}

/** Where the suite is challenged: by the sentence, not by what a server does. */
const challenge = (row: Requirement): string =>
  [
    `If your reading of this sentence is lawful and refused, open an issue titled "${row.id}" with`,
    "the exchange from the report: the row is changed or withdrawn, and a withdrawn id is never",
    "reused. Meanwhile name the check in --expected-failures: it still runs, and tells when it holds.",
  ].join("\n")

/** A requirement in full, as text. */
const explanation = (row: Requirement): string => {
  const checks = checksOfRequirement(row.id)
  const checkedBy =
    row.excluded === undefined
      ? checks.map(({ id, profile, title }) => `  ${id} (${profile})\n    ${title}`)
      : [`  nothing tests it: ${row.excluded}`]
  return [
    styleText("bold", row.id),
    `${row.strength}; "${row.section}" in ${sources[row.source]}`,
    "",
    `  ${row.sentence.replaceAll(/\s+/gu, " ")}`,
    "",
    `Sent      ${row.sent}`,
    `Accepted  ${row.accepted}`,
    "",
    "Checks",
    ...checkedBy,
    ...(row.excluded !== undefined || isProven(row.id)
      ? []
      : ["", "Not proven: these checks were never seen to fail on a wrong server."]),
    "",
    challenge(row),
    "",
  ].join("\n")
}

/** `explain ID` */
export const explainCommand = async (args: ReadonlyArray<string>): Promise<Exit> => {
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
  const [id] = positionals
  if (id === undefined) throw new CommandFailed(exits.configuration, "explain needs an id", help)
  const named = described.find((check) => check.id === id)?.requirement ?? id
  const row = requirements.find((requirement) => requirement.id === named)
  if (row === undefined) {
    const near = requirements.filter((requirement) => requirement.id.includes(id)).slice(0, 5)
    const hint =
      near.length === 0 ? "outlay-conformance list" : near.map((one) => one.id).join(", ")
    throw new CommandFailed(exits.staleExpectation, `Nothing is called ${id}`, hint)
  }
  const checks = checksOfRequirement(row.id).map(({ id: check }) => check)
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ ...row, checks, proven: isProven(row.id) }, null, 2)}\n`
      : explanation(row),
  )
  return exits.passed
}
