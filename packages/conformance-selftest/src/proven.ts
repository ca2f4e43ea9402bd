import { requirements } from "@outlay/conformance-tests"
import { described } from "@outlay/conformance-tests/catalogue"
import type { SelftestResult } from "./selftest.ts"

/** The requirements of which a check failed on a mutant that breaks them. */
export const provenIn = ({ mutants }: SelftestResult): ReadonlyArray<string> => {
  const failed = new Set(mutants.flatMap(({ by }) => by))
  const proven = new Set(
    described.filter(({ id }) => failed.has(id)).map(({ requirement }) => requirement),
  )
  return requirements.map(({ id }) => id).filter((id) => proven.has(id))
}

/** The module that tells the suite of them. */
export const provenList = (ids: ReadonlyArray<string>): string =>
  [
    "/** Requirements that were seen to fail on a wrong server; `conformance selftest --proven`. */",
    "export const proven: ReadonlySet<string> = new Set([",
    ...ids.map((id) => `  ${JSON.stringify(id)},`),
    "])",
    "",
  ].join("\n")
