import { readFile, writeFile } from "node:fs/promises"
import { parseArgs, styleText } from "node:util"
import { command, type Exit, exits, operator, url } from "@outlay/conformance-tests"
import { type Behind, whollyBehind } from "./behind.ts"
import { withFigures } from "./figures.ts"
import { journalAt } from "./journal.ts"
import { mutants } from "./mutants/index.ts"
import { provenIn, provenList } from "./proven.ts"
import {
  behindOf,
  type Reference,
  type ReportedResult,
  type SelftestResult,
  selftest,
} from "./selftest.ts"

const help = `pnpm conformance selftest: shows that the conformance suite finds what is wrong.

A second reference must pass, servers with one rule broken each must fail by that rule's name,
servers that implement nothing must never pass, and runs must agree with each other.

A further server that must pass (one of):
  --base-url URL --operator-token TOKEN   it offers /operator/v1
  --provisioner "COMMAND"                 a program: JSON lines on stdin and stdout
  --provision-url URL                     the same messages, posted

  --mutants PREFIXES  only mutants whose name begins so; runs are not compared
  --before-product    mutants that can stand before any server stand before the further one
  --thorough          ask every mutant everything: ten times as long
  --openapi FILE      a mock of this document must fail, too
  --figures FILE      renews the figures between the marks of a document
  --proven FILE       renews the list of requirements that were seen to fail (interface/proven.ts)
  --journal FILE      keeps each verdict, and goes on where an earlier run was ended
  --seed N            (42)
  --jobs N            servers that are tested at once  (2)

Exits 0 where all of it holds, and 1 where it does not.
`

/** Ends the command with an error message and an exit code. */
class CommandFailed extends Error {
  readonly exit: Exit
  constructor(exit: Exit, message: string) {
    super(message)
    this.exit = exit
  }
}

const options = {
  "base-url": { type: "string" },
  "operator-token": { type: "string" },
  provisioner: { type: "string" },
  "provision-url": { type: "string" },
  mutants: { type: "string", default: "" },
  "before-product": { type: "boolean", default: false },
  thorough: { type: "boolean", default: false },
  openapi: { type: "string" },
  figures: { type: "string" },
  proven: { type: "string" },
  journal: { type: "string" },
  seed: { type: "string", default: "42" },
  jobs: { type: "string", default: "2" },
  help: { type: "boolean", short: "h", default: false },
} as const

const parse = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new CommandFailed(exits.configuration, (error as Error).message)
  }
}
type Values = ReturnType<typeof parse>

const whole = (name: string, text: string): number => {
  if (/^\d{1,9}$/u.test(text)) return Number(text)
  throw new CommandFailed(exits.configuration, `--${name}: a whole number, not "${text}"`)
}

const productOf = (values: Values): ReadonlyArray<Reference> => {
  const {
    "base-url": baseUrl,
    "operator-token": token,
    provisioner: text,
    "provision-url": provisionUrl,
  } = values
  if (text !== undefined) {
    return [{ name: "product", provisioner: () => command({ command: text }) }]
  }
  if (provisionUrl !== undefined) {
    return [{ name: "product", provisioner: () => url({ url: provisionUrl }) }]
  }
  if (baseUrl === undefined && token === undefined) return []
  if (baseUrl !== undefined && token !== undefined) {
    const at = (url: string) => operator({ baseUrl: url, token })
    const whole: Behind = (edge) => whollyBehind(edge, baseUrl, at)
    return [{ name: "product", baseUrl, provisioner: () => at(baseUrl), behind: whole }]
  }
  throw new CommandFailed(exits.configuration, "--base-url and --operator-token go together")
}

const read = async (file: string): Promise<string> => {
  try {
    return await readFile(file, "utf8")
  } catch (error) {
    throw new CommandFailed(exits.configuration, `${file} cannot be read: ${String(error)}`)
  }
}

const chosen = (prefixes: string) => {
  const names = prefixes.split(",").filter((name) => name !== "")
  const some = mutants.filter(({ name }) => names.some((prefix) => name.startsWith(prefix)))
  if (names.length > 0 && some.length === 0) {
    throw new CommandFailed(
      exits.nothingSelected,
      `--mutants: no mutant's name begins with "${prefixes}"`,
    )
  }
  return names.length === 0 ? {} : { mutants: some, agreement: false }
}

const mark = (ok: boolean): string => (ok ? styleText("green", "✓") : styleText("red", "✕"))

/** Number of steps between two progress messages without a terminal. */
const seldom = 25

/**
 * Shows a live line on a terminal; elsewhere prints failures, and the progress from time to time.
 */
const tell = ({ part, name, ok, done, total }: ReportedResult): void => {
  const live = process.stderr.isTTY === true
  if (!live && done % seldom === 0) process.stderr.write(`${done}/${total}\n`)
  if (live) process.stderr.write(`\r\u001b[2K${done}/${total}  ${part} ${name}`)
  if (!ok) process.stderr.write(`${live ? "\n" : ""}${mark(false)} ${part} ${name}\n`)
  if (live && done === total) process.stderr.write("\r\u001b[2K")
}

const maxShown = 10

const faultLines = ({ references, lawful, mutants, dumb, repeated, reordered }: SelftestResult) => [
  ...[...references, ...lawful].flatMap(({ name, ok, exit, faults }) =>
    ok ? [] : [`${name} must pass, and the run ended with ${exit}:`, ...faults.slice(0, maxShown)],
  ),
  ...mutants.flatMap(({ name, breaks, killed, names, exit, why }) =>
    killed
      ? []
      : [
          `${name} (${breaks}) lives: exit ${exit}${why === null ? "" : `, ${why}`};`,
          `  no check failed of ${names.join(", ")}`,
        ],
  ),
  ...dumb.flatMap(({ name, ok, exit, expected }) =>
    ok ? [] : [`${name} must end with exit ${expected}, and ended with ${exit}`],
  ),
  ...[repeated, reordered].flatMap((runs) => runs?.differences.slice(0, maxShown) ?? []),
]

const agreed = (what: string, runs: SelftestResult["repeated"]) =>
  runs === null ? [] : [`${mark(runs.agrees)} ${what} (seeds ${runs.seeds.join(", ")})`]

/** Returns the result of a selftest for a reader at a terminal. */
const summary = (result: SelftestResult): string => {
  const { references, lawful, mutants, dumb, milliseconds } = result
  const killed = mutants.filter((one) => one.killed).length
  const refused = dumb.filter(({ ok }) => ok).length
  const unrelated = mutants.reduce((sum, one) => sum + one.unrelated.length, 0)
  const otherChecks = mutants.reduce((sum, one) => sum + one.others, 0)
  const faults = faultLines(result)
  return [
    ...references.map(
      ({ name, ok, counts }) => `${mark(ok)} ${name} passes ${counts?.pass ?? 0} checks`,
    ),
    ...lawful.map(({ name, ok }) => `${mark(ok)} a lawful server passes: ${name}`),
    `${mark(killed === mutants.length)} ${killed} of ${mutants.length} mutants are killed; ` +
      `${unrelated} of ${otherChecks} checks of other requirements failed`,
    `${mark(refused === dumb.length)} ${refused} of ${dumb.length} dumb targets are refused`,
    ...agreed("the same seed gives the same report", result.repeated),
    ...agreed("runs in other orders agree", result.reordered),
    ...(faults.length === 0 ? [] : ["", ...faults]),
    "",
    `${(milliseconds / 1000).toFixed(0)} s`,
    "",
  ].join("\n")
}

const renewFigures = async (file: string, result: SelftestResult): Promise<void> => {
  const renewed = withFigures(await read(file), result)
  if (renewed === null) {
    throw new CommandFailed(exits.configuration, `${file} has no marks for the figures`)
  }
  await writeFile(file, renewed)
}

const run = async (args: ReadonlyArray<string>): Promise<Exit> => {
  const values = parse(args)
  if (values.help) {
    process.stdout.write(help)
    return exits.passed
  }
  const { openapi, figures } = values
  const references = productOf(values)
  const [product] = values["before-product"] ? references : []
  if (values["before-product"] && product === undefined) {
    throw new CommandFailed(exits.configuration, "--before-product: there is no further server")
  }
  const result = await selftest({
    seed: whole("seed", values.seed),
    jobs: Math.max(1, whole("jobs", values.jobs)),
    thorough: values.thorough,
    references,
    ...(product === undefined ? {} : { server: behindOf(product) }),
    ...(openapi === undefined ? {} : { document: JSON.parse(await read(openapi)) }),
    ...chosen(values.mutants),
    ...(values.journal === undefined ? {} : { journal: journalAt(values.journal) }),
    progress: tell,
  })
  if (figures !== undefined) await renewFigures(figures, result)
  if (values.proven !== undefined) await writeFile(values.proven, provenList(provenIn(result)))
  process.stdout.write(summary(result))
  return result.ok ? exits.passed : exits.failed
}

/** The self-test as a command: prints the result and returns its exit code. */
export const selftestCommand = (args: ReadonlyArray<string>): Promise<Exit> =>
  run(args).catch((error: unknown) => {
    if (!(error instanceof CommandFailed)) throw error
    process.stderr.write(`conformance selftest: ${error.message}\n`)
    return error.exit
  })
