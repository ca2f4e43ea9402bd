import { Console, Effect, Layer } from "effect"
import { CliConfig, CliOutput, Command, GlobalFlag } from "effect/cli"
import { business } from "./commands/business.ts"
import { demo } from "./commands/demo.ts"
import { importRows } from "./commands/import.ts"
import { serve, start } from "./commands/serve.ts"
import { backup, migrate, openapi, restore, verify } from "./commands/storage.ts"
import { token } from "./commands/token.ts"

/** `outlay` and its commands. */
export const outlay = Command.make("outlay").pipe(
  Command.withDescription("Outlay: self-hosted expense management"),
  Command.withSubcommands([
    start,
    serve,
    migrate,
    demo,
    importRows,
    token,
    business,
    verify,
    backup,
    restore,
    openapi,
  ]),
  Command.withExamples([
    { command: "outlay start", description: "Try Outlay with a demo business" },
    { command: "outlay serve --help", description: "How to run the service" },
  ]),
)

/** Faults of a command line: a sentence each on standard error, and where help is. */
const presenter: CliOutput.Presenter = {
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Console.error(
          [
            ...event.errors.map(({ message }) => `outlay: ${message}`),
            `Try: ${event.commandPath.join(" ")} --help`,
          ].join("\n"),
        )
      : CliOutput.defaultPresenter.present(event),
}

export const presentation = Layer.mergeAll(
  CliOutput.layerPresenter(presenter),
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
)

/** Runs the command that the arguments name. */
export const run = (version: string) =>
  Command.run(outlay, { version }).pipe(Effect.provide(presentation))
