import { described } from "../suite.ts"
import { exits } from "./exit.ts"
import { CommandFailed, tryThis } from "./failure.ts"

/**
 * Returns the ids in an implementer's list of known failures: one on each line, followed by an
 * optional explanation; `#` begins a comment. An id that no check has is an error, because it would
 * have no effect.
 */
export const expectedIn = (text: string): ReadonlySet<string> => {
  const ids = text
    .split(/\r?\n/u)
    .map((line) => line.replace(/#.*$/u, "").trim().split(/\s+/u)[0] ?? "")
    .filter((id) => id !== "")
  const known = new Set(described.map(({ id }) => id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0) {
    throw new CommandFailed(
      exits.staleExpectation,
      `--expected-failures: there is no check ${unknown.map((id) => `"${id}"`).join(", ")}`,
      tryThis("list --checks"),
    )
  }
  return new Set(ids)
}
