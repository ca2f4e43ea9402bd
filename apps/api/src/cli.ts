import { Console, Effect, Layer, Stdio } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { businessCommands } from "./commands/business.ts"
import type { AnyCommand } from "./commands/contract.ts"
import { demo } from "./commands/demo.ts"
import { importRows } from "./commands/import.ts"
import { listen } from "./commands/listen.ts"
import { move } from "./commands/move.ts"
import { serve, start } from "./commands/serve.ts"
import { signInLink } from "./commands/sign-in-link.ts"
import { backup, backups, migrate, openapi, restore, verify } from "./commands/storage.ts"
import { token } from "./commands/token.ts"
import { marked } from "./help.ts"
import { withMissing } from "./missing-flags.ts"

/** Groups of commands that are derived from the contract, which is slow to load. */
const groups: Readonly<Record<string, string>> = {
  business: "Create, list, show and update businesses",
  user: "Create users without an invite",
  invite: "Accept invites",
  wallet: "Create wallets in other currencies",
  transaction: "Record, update, clear, reverse and refund transactions",
  authorisation: "Decide whether a card charge is approved",
  "tax-rate": "Create, update and delete tax rates",
  "synced-accounting-code": "Write the accounting codes of an integration",
  "synced-custom-field": "Write the custom fields of an integration",
}

type Derived = ReadonlyMap<string, ReadonlyArray<AnyCommand>>

const groupCommand = (name: string, description: string, derived: Derived): AnyCommand => {
  const own = name === "business" ? businessCommands : []
  return Command.make(name).pipe(
    Command.withDescription(description),
    Command.withSubcommands([...own, ...(derived.get(name) ?? [])] as never),
  ) as unknown as AnyCommand
}

/** The `outlay` command with its subcommands. */
export const outlayWith = (derived: Derived) =>
  Command.make("outlay").pipe(
    Command.withDescription("Outlay: self-hosted expense management"),
    Command.withSubcommands([
      start,
      serve,
      migrate,
      demo,
      importRows,
      token,
      listen,
      signInLink,
      ...Object.entries(groups).map(([name, entries]) => groupCommand(name, entries, derived)),
      verify,
      backup,
      backups,
      restore,
      move,
      openapi,
    ]),
    Command.withExamples([
      { command: "outlay start", description: "Try Outlay with a demo business" },
      { command: "outlay serve --help", description: "How to run the service" },
    ]),
  )

/** Loads the commands that are derived from the contract, such as those of `outlay user --help`. */
export const loadDerived = (): Promise<Derived> =>
  import("./commands/contract.ts").then((_) => _.derived())

const needsDerived = (args: ReadonlyArray<string>): boolean =>
  args.some((arg) => arg in groups || arg.startsWith("--completions"))

/** Rewords the library's message about an invalid number for the person who typed it. */
const plain = (message: string): string =>
  message.replace("a string representing a finite number", "a number")

/** Prints each error of a command line as a sentence on standard error, and how to get help. */
const presenter = (args: ReadonlyArray<string>): CliOutput.Presenter => ({
  present: (event) => {
    if (event._tag === "Version") return CliOutput.defaultPresenter.present(event)
    if (event._tag === "Help") {
      return CliOutput.defaultPresenter.present({ ...event, helpDoc: marked(event.helpDoc) })
    }
    const errors = withMissing(event.errors, event.helpDoc, args)
    const faults = errors.map(({ message }) => `outlay: ${plain(message)}`)
    return Console.error([...faults, `Try: ${event.commandPath.join(" ")} --help`].join("\n"))
  },
})

/** Presentation of help and errors for the given arguments. */
export const presentation = (args: ReadonlyArray<string>) =>
  Layer.mergeAll(
    CliOutput.layerPresenter(presenter(args)),
    CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
  )

const names: ReadonlySet<string> = new Set(
  outlayWith(new Map()).subcommands.flatMap(({ commands }) => commands.map(({ name }) => name)),
)

/** Reads `outlay help serve` as `outlay serve --help`, and `outlay` alone as `outlay --help`. */
const normalised = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...rest] = args
  if (first === undefined) return ["--help"]
  if (first !== "help") return args
  const [name] = rest
  // An unknown command would otherwise show the general help instead of an error.
  return name === undefined || names.has(name) ? [...rest, "--help"] : [name]
}

/** Runs the command given by the arguments. */
export const run = (version: string) =>
  Effect.gen(function* () {
    const args = normalised(yield* Stdio.Stdio.use((_) => _.args))
    const derived = needsDerived(args) ? yield* Effect.promise(loadDerived) : new Map()
    const command = Command.runWith(outlayWith(derived), { version })(args)
    yield* Effect.provide(command, presentation(args))
  })
