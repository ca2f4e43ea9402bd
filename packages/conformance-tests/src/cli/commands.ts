import { styleText } from "node:util"
import { TargetGone } from "../http/client.ts"
import { HarnessFault } from "../http/verdict.ts"
import { ProvisioningFailed } from "../interface/provisioning.ts"
import { suite } from "../version.ts"
import { compareCommand } from "./compare.ts"
import { coverageCommand } from "./coverage.ts"
import { type Exit, exits } from "./exit.ts"
import { explainCommand } from "./explain.ts"
import { CommandFailed, tryThis } from "./failure.ts"
import { help } from "./help.ts"
import { listCommand } from "./list.ts"
import { runCommand } from "./run.ts"
import { worldCommand } from "./world.ts"

type Command = (args: ReadonlyArray<string>) => Promise<Exit>

const commands: { readonly [name: string]: Command } = {
  run: runCommand,
  list: listCommand,
  explain: explainCommand,
  compare: compareCommand,
  coverage: coverageCommand,
  world: worldCommand,
}

const selftestElsewhere = [
  "The self-test is not part of this package: it tests the suite, not a server.",
  "It runs in a clone of Outlay's repository: pnpm conformance selftest",
].join("\n")

const say = (message: string, hint = ""): void => {
  const label = styleText("red", "outlay-conformance:", { stream: process.stderr })
  for (const line of message.split("\n")) process.stderr.write(`${label} ${line}\n`)
  if (hint !== "") process.stderr.write(`${hint.trimEnd()}\n`)
}

/** Prints the error of a command that failed and returns its exit code. */
const failed = (name: string, error: unknown): Exit => {
  if (error instanceof CommandFailed) {
    say(error.message, error.hint)
    return error.exit
  }
  if (error instanceof TargetGone) {
    say(`The service cannot be reached: ${error.message}`)
    return exits.unreachable
  }
  if (error instanceof ProvisioningFailed) {
    say(`The provisioner failed: ${error.message}`)
    return exits.configuration
  }
  const isArgument =
    error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  if (isArgument) {
    say(error.message, tryThis(`${name} --help`))
    return exits.configuration
  }
  const what =
    error instanceof HarnessFault ? error.message : String((error as Error).stack ?? error)
  say(`The suite itself is wrong, not the service: ${what}`)
  return exits.harness
}

/** Runs the command that the arguments name and returns its exit code. */
const run = async ([name, ...args]: ReadonlyArray<string>): Promise<Exit> => {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(help)
    return name === undefined ? exits.configuration : exits.passed
  }
  if (name === "--version") {
    process.stdout.write(`${suite.version}\n`)
    return exits.passed
  }
  if (name === "selftest") {
    say(selftestElsewhere)
    return exits.configuration
  }
  const command = commands[name]
  if (command === undefined) {
    say(`There is no command "${name}"`, help)
    return exits.configuration
  }
  return command(args)
}

/** `outlay-conformance`, with its errors turned into exit codes. */
export const outlayConformance = (args: ReadonlyArray<string>): Promise<Exit> =>
  run(args).catch((error) => failed(args[0] ?? "", error))
