import { requirements } from "@outlay/conformance-tests"
import { described } from "@outlay/conformance-tests/catalogue"
import type { SelftestResult } from "./selftest.ts"

/** Returns the requirements of which a check failed on a mutant that breaks them. */
export const provenIn = ({ mutants }: SelftestResult): ReadonlyArray<string> => {
  const failed = new Set(mutants.flatMap(({ by }) => by))
  const proven = new Set(
    described.filter(({ id }) => failed.has(id)).map(({ requirement }) => requirement),
  )
  return requirements.map(({ id }) => id).filter((id) => proven.has(id))
}

const widest = 96

/** Fills lines with words up to the maximum width. */
const lines = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const filled: Array<string> = []
  for (const word of words) {
    const last = filled.at(-1)
    if (last === undefined || last.length + 1 + word.length > widest) filled.push(word)
    else filled[filled.length - 1] = `${last} ${word}`
  }
  return filled
}

/** Returns the module with the list for the suite. */
export const provenList = (ids: ReadonlyArray<string>): string =>
  [
    "const ids = `",
    ...lines(ids),
    "`",
    "",
    "/** Requirements that were seen to fail on a wrong server; `conformance selftest --proven`. */",
    "export const proven: ReadonlySet<string> = new Set(ids.trim().split(/\\s+/u))",
    "",
  ].join("\n")
