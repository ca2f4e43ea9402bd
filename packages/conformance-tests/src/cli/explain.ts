import { parseArgs, styleText } from "node:util"
import { placeOf, type Requirement } from "../interface/requirement.ts"
import { checksOfRequirement, described, isProven, requirements } from "../suite.ts"
import { type Exit, exits } from "./exit.ts"
import { CommandFailed, tryThis } from "./failure.ts"

const help = `outlay-conformance explain ID: shows the sentence behind a requirement or check.

It prints the sentence and its heading, what is sent, what is accepted, and how to object.

  --json
`

/**
 * Explains how to dispute a check: by the meaning of the sentence, not by the behaviour of a
 * server.
 */
const challenge = (row: Requirement): string =>
  [
    "You read the sentence differently, and your service fails for that? Open an issue titled",
    `"${row.id}", and paste the exchange from the report into it. If you are right, the`,
    "requirement is changed or withdrawn. Until then, add the check to your file of known failures",
    "(--expected-failures): the check still runs, and the run says when it passes.",
  ].join("\n")

/** Returns the full text about a requirement. */
const explanation = (row: Requirement): string => {
  const checks = checksOfRequirement(row.id)
  const checkedBy =
    row.excluded === undefined
      ? checks.map(({ id, profile, title }) => `  ${id} (${profile})\n    ${title}`)
      : [`  nothing tests it: ${row.excluded}`]
  return [
    styleText("bold", row.id),
    `${row.strength}; ${placeOf(row)}`,
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
    const hint = tryThis(near[0] === undefined ? "list" : `explain ${near[0].id}`)
    const others = near.length < 2 ? "" : `; ids like it: ${near.map((one) => one.id).join(", ")}`
    const what = `There is no requirement and no check "${id}"${others}`
    throw new CommandFailed(exits.configuration, what, hint)
  }
  const checks = checksOfRequirement(row.id).map(({ id: check }) => check)
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ ...row, checks, proven: isProven(row.id) }, null, 2)}\n`
      : explanation(row),
  )
  return exits.passed
}
