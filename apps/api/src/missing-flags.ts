import { CliError, type CliOutput, type HelpDoc } from "effect/cli"

type Fault = CliOutput.Presenter.InvalidInvocation["errors"][number]

/** Errors after which the library stops reading the command line. */
const stopping: ReadonlySet<string> = new Set(["MissingOption", "MissingArgument", "InvalidValue"])

/**
 * Returns the errors of a command line, including everything else that is missing. The library
 * reports only the first missing flag or argument, so a command with five would need six attempts.
 */
export const withMissing = (
  faults: ReadonlyArray<Fault>,
  { flags, args = [] }: HelpDoc.HelpDoc,
  given: ReadonlyArray<string>,
): ReadonlyArray<Fault> => {
  const [first] = faults
  if (first === undefined || faults.length > 1 || !stopping.has(first._tag)) return faults
  const isOther = (name: string) => !("option" in first && first.option === name)
  return [
    first,
    ...argumentsAfter(first, args).map((argument) => new CliError.MissingArgument({ argument })),
    ...flags
      .filter((flag) => flag.required && isOther(flag.name) && !isGiven(flag, given))
      .map(({ name }) => new CliError.MissingOption({ option: name })),
  ]
}

/** Arguments are positional: after a missing one, none is given. */
const argumentsAfter = (
  first: Fault,
  args: ReadonlyArray<HelpDoc.ArgDoc>,
): ReadonlyArray<string> => {
  if (first._tag !== "MissingArgument") return []
  const at = args.findIndex(({ name }) => name === first.argument)
  return args.slice(at + 1).flatMap(({ name, required }) => (required ? [name] : []))
}

const isGiven = ({ name, aliases }: HelpDoc.FlagDoc, given: ReadonlyArray<string>): boolean => {
  const flags = [`--${name}`, ...aliases]
  return given.some((arg) => flags.includes(arg.split("=")[0] ?? ""))
}
