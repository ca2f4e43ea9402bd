import { rm, writeFile } from "node:fs/promises"
import { runConformance } from "../conformance-run.ts"
import { profiles } from "../http/check.ts"
import { command } from "../http/provisioners/command.ts"
import { context, readContext } from "../http/provisioners/context.ts"
import { operator } from "../http/provisioners/operator.ts"
import { url } from "../http/provisioners/url.ts"
import type { Provisioner } from "../interface/provisioning.ts"
import type { Report } from "../reports/report.ts"
import { select } from "../suite.ts"
import { type Exit, exitOf, exits } from "./exit.ts"
import { CommandFailed, tryThis } from "./failure.ts"
import { writeReports } from "./forms.ts"
import { runHelp } from "./help.ts"
import { progress } from "./progress.ts"
import { type RunArguments, runArguments } from "./run-options.ts"
import { summary } from "./summary.ts"

/**
 * Source of state. For a target that was loaded by hand it includes the world that exists there.
 */
interface Source {
  readonly provisioner: Provisioner
  readonly seed?: number
  readonly now?: Date
}

const sourceOf = async ({ provisioning, baseUrl }: RunArguments): Promise<Source> => {
  switch (provisioning.kind) {
    case "operator": {
      const { token, url: operatorUrl } = provisioning
      const elsewhere = operatorUrl === undefined ? {} : { operatorUrl }
      return { provisioner: operator({ baseUrl: baseUrl ?? "", token, ...elsewhere }) }
    }
    case "command":
      return { provisioner: command({ command: provisioning.command }) }
    case "url":
      return { provisioner: url({ url: provisioning.url }) }
    case "context": {
      const loaded = await readContext(provisioning.file)
      return { provisioner: context(loaded), seed: loaded.seed, now: new Date(loaded.now) }
    }
  }
}

const runReport = async (
  given: RunArguments,
  credentials: Map<string, string>,
): Promise<Report> => {
  const shown = progress(process.stderr)
  try {
    return await runConformance({
      seed: given.seed,
      ...(await sourceOf(given)),
      profiles: given.profiles,
      only: given.only,
      sections: given.sections,
      onCredential: (name, token) => credentials.set(name, token),
      jobs: given.jobs,
      timeout: given.timeout,
      binding: given.binding,
      expected: given.expected,
      onProgress: shown.tell,
      ...(given.baseUrl === undefined ? {} : { baseUrl: given.baseUrl }),
      ...(given.operations === undefined ? {} : { operations: given.operations }),
    })
  } finally {
    shown.end()
  }
}

const notWritten = (what: string) => (error: unknown) => {
  const why = error instanceof Error ? error.message : String(error)
  throw new CommandFailed(exits.harness, `${what} not written: ${why}`)
}

const write = async (report: Report, given: RunArguments): Promise<Array<string>> => [
  ...(await writeReports(report, given.forms, given.out).catch(notWritten("The report was"))),
]

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Writes lines that a shell can source (`. FILE`), readable only by their owner. */
const writeTokens = async (file: string, credentials: ReadonlyMap<string, string>) => {
  const lines = [...credentials].sort().map(([name, token]) => `export ${name}=${quoted(token)}\n`)
  await rm(file, { force: true })
    .then(() => writeFile(file, lines.join(""), { mode: 0o600 }))
    .catch(notWritten("The tokens were"))
  return file
}

const either = (texts: ReadonlyArray<string>): string =>
  texts.map((text) => `"${text}"`).join(" or ")

/**
 * Returns the error for a selection that matches no check. It names the profiles that have such
 * checks, or the lists.
 */
const nothingSelected = (given: RunArguments): CommandFailed => {
  const { only, sections } = given
  const criteria = [
    ...(only.length === 0 ? [] : [`an id that begins with ${either(only)} (--only)`]),
    ...(sections.length === 0 ? [] : [`a heading that contains ${either(sections)} (--section)`]),
  ]
  const elsewhere = profiles.filter((profile) => {
    const { checks, observed } = select([profile], only, sections)
    return checks.length + observed.length > 0
  })
  const lists = only.length === 0 ? "list --sections" : "list --checks"
  return new CommandFailed(
    exits.nothingSelected,
    `No check of ${given.profiles.join(", ")} (--profile) has ${criteria.join(" and ")}`,
    elsewhere.length === 0 ? tryThis(lists) : `Try: --profile ${elsewhere.join(",")}`,
  )
}

/** `run`: tests a target, prints its levels, writes the reports. */
export const runCommand = async (args: ReadonlyArray<string>): Promise<Exit> => {
  const given = await runArguments(args)
  if (given === null) {
    process.stdout.write(runHelp)
    return exits.passed
  }
  const selected = select(given.profiles, given.only, given.sections)
  if (selected.checks.length + selected.observed.length === 0) {
    throw nothingSelected(given)
  }
  const credentials = new Map<string, string>()
  const report = await runReport(given, credentials)
  process.stdout.write(given.json ? `${JSON.stringify(report, null, 2)}\n` : summary(report))
  const written = await write(report, given)
  if (given.tokens !== undefined) written.push(await writeTokens(given.tokens, credentials))
  for (const path of written) process.stderr.write(`wrote ${path}\n`)
  return exitOf(report)
}
