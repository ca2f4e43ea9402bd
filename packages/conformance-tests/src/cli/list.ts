import { parseArgs, styleText } from "node:util"
import { checksOfRequirement, described, inSections, isProven, requirements } from "../suite.ts"
import { type Exit, exits } from "./exit.ts"
import { CommandFailed, tryThis } from "./failure.ts"
import { profilesNamed } from "./profile-names.ts"

const help = `outlay-conformance list: lists the requirements, or with --checks the checks.

  --checks            checks instead of requirements
  --sections          the headings that --section accepts
  --profile NAMES     only those of these profiles or levels    (all)
  --section TEXTS     only those under headings that contain one of these texts
  --json
`

const options = {
  checks: { type: "boolean", default: false },
  sections: { type: "boolean", default: false },
  section: { type: "string", default: "" },
  profile: { type: "string", default: "all" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const

const chosen = (text: string) => {
  const { profiles, faults } = profilesNamed(text.split(",").map((name) => name.trim()))
  if (faults.length > 0) {
    throw new CommandFailed(exits.configuration, faults.join("\n"), tryThis("list --help"))
  }
  return new Set(profiles)
}

const width = (texts: ReadonlyArray<string>): number =>
  texts.reduce((most, text) => Math.max(most, text.length), 0)

const columns = (rows: ReadonlyArray<readonly [string, string, string]>): string => {
  const first = width(rows.map(([text]) => text))
  const second = width(rows.map(([, text]) => text))
  return rows
    .map(([a, b, c]) => `${a.padEnd(first)}  ${styleText("dim", b.padEnd(second))}  ${c}\n`)
    .join("")
}

/** `list`: prints requirements or checks. */
export const listCommand = async (args: ReadonlyArray<string>): Promise<Exit> => {
  const { values } = parseArgs({ args: [...args], options })
  if (values.help) {
    process.stdout.write(help)
    return exits.passed
  }
  if (values.sections) {
    const headings = [...new Set(requirements.map(({ section }) => section))]
    const listed = values.json ? JSON.stringify(headings, null, 2) : headings.join("\n")
    process.stdout.write(`${listed}\n`)
    return exits.passed
  }
  const within = chosen(values.profile)
  const texts = values.section.split(",").map((text) => text.trim())
  const under = inSections(texts.filter((text) => text !== "" || texts.length === 1))
  const checks = described.filter(
    ({ profile, requirement }) => within.has(profile) && under.has(requirement),
  )
  const rows = requirements.filter(
    ({ id }) =>
      under.has(id) &&
      (values.profile === "all" || checks.some(({ requirement }) => requirement === id)),
  )
  if (values.json) {
    const listed = values.checks
      ? checks.map(({ id, requirement, profile, title }) => ({ id, requirement, profile, title }))
      : rows.map((row) => ({
          ...row,
          proven: isProven(row.id),
          checks: checksOfRequirement(row.id).map(({ id }) => id),
        }))
    process.stdout.write(`${JSON.stringify(listed, null, 2)}\n`)
    return exits.passed
  }
  process.stdout.write(
    values.checks
      ? columns(checks.map(({ id, profile, title }) => [id, profile, title] as const))
      : columns(
          rows.map(({ id, strength, sentence, excluded }) => {
            const mark =
              excluded !== undefined
                ? "not tested"
                : isProven(id)
                  ? strength
                  : `${strength}, not proven`
            return [id, mark, sentence.replaceAll(/\s+/gu, " ")] as const
          }),
        ),
  )
  return exits.passed
}
