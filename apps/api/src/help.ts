import { Option } from "effect"
import type { HelpDoc } from "effect/cli"

interface Described {
  readonly required: boolean
  readonly description: Option.Option<string>
}

/** Marks every required flag and argument in the help. */
export const marked = (doc: HelpDoc.HelpDoc): HelpDoc.HelpDoc => ({
  ...doc,
  flags: doc.flags.map(withMark),
  ...(doc.args === undefined ? {} : { args: doc.args.map(withMark) }),
})

const withMark = <A extends Described>(described: A): A =>
  described.required
    ? {
        ...described,
        description: Option.some(
          `${Option.getOrElse(described.description, () => "")} (required)`.trim(),
        ),
      }
    : described
