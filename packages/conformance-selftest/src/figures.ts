import { requirements } from "@outlay/conformance-tests"
import { described } from "@outlay/conformance-tests/catalogue"
import { lawful } from "./lawful/index.ts"
import type { SelftestResult } from "./selftest.ts"

const row = (cells: ReadonlyArray<string | number>): string => `| ${cells.join(" | ")} |`

const table = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): string => [row(heads), row(heads.map(() => "---")), ...rows.map(row)].join("\n")

const code = (text: string): string => `\`${text}\``

const references = ({ references }: SelftestResult): string =>
  table(
    ["Server", "Checks that pass", "Core", "Full"],
    references.map(({ name, counts, levels, exit }) => [
      name,
      counts === null ? `none: exit ${exit}` : counts.pass,
      levels?.core ?? "not run",
      levels?.full ?? "not run",
    ]),
  )

/** Lists the variations of lawful servers, which must pass. */
const lawfulLines = ({ lawful: servers }: SelftestResult): ReadonlyArray<string> => {
  if (servers.length === 0) return []
  const passed = new Set(servers.filter(({ ok }) => ok).flatMap(({ name }) => name.split(", ")))
  const rows = lawful.map(({ name, does }) => [
    code(name),
    does,
    passed.has(name) ? "passed" : "failed",
  ])
  return [
    `${passed.size} of ${lawful.length} lawful variants pass, in ${servers.length} servers.`,
    "",
    table(["Variant", "What it does otherwise", "Verdict"], rows),
    "",
  ]
}

const dumb = ({ dumb }: SelftestResult): string =>
  table(
    ["Target", "What it does", "Exit", "Pass", "Fail", "Blocked or untestable"],
    dumb.map(({ name, does, exit, counts }) => [
      name,
      does,
      exit,
      counts?.pass ?? 0,
      counts?.fail ?? 0,
      (counts?.blocked ?? 0) + (counts?.untestable ?? 0),
    ]),
  )

/** Lists the areas in which the most realistic mock fails. */
const found = ({ dumb }: SelftestResult): ReadonlyArray<string> => {
  const mock = dumb.findLast(({ name }) => name.endsWith("-mock"))
  if (mock === undefined) return []
  const areas = Map.groupBy(mock.failed, (id) => id.split(".")[0] ?? id)
  const rows = [...areas].map(([area, ids]) => `${area} (${ids.length})`)
  return [
    `${code(mock.name)} returns perfect shapes, but fails ${mock.failed.length} checks: ${rows.join(", ")}.`,
    "",
  ]
}

const mutants = ({ mutants }: SelftestResult): string =>
  table(
    ["Mutant", "What is wrong", "Killed by", "Other failures"],
    mutants.map(({ name, breaks, killed, by, unrelated, others }) => [
      name,
      breaks.replaceAll("|", "\\|"),
      killed
        ? `${code(by[0] ?? "")}${by.length > 1 ? ` and ${by.length - 1} more` : ""}`
        : "nothing",
      `${unrelated.length} of ${others}`,
    ]),
  )

const percent = (part: number, whole: number): string =>
  whole === 0 ? "0 %" : `${Math.round((1000 * part) / whole) / 10} %`

/** Counts tested requirements whose violation by a mutant was found. */
const shownToMatter = ({ mutants }: SelftestResult) => {
  const tested = requirements.filter(({ excluded }) => excluded === undefined)
  const failing = new Set(mutants.flatMap(({ by, unrelated }) => [...by, ...unrelated]))
  const noticed = new Set(
    described.filter(({ id }) => failing.has(id)).map(({ requirement }) => requirement),
  )
  return { noticed: tested.filter(({ id }) => noticed.has(id)).length, tested: tested.length }
}

/** Returns the result of a selftest as a section of a document. */
const figures = (result: SelftestResult): string => {
  const killed = result.mutants.filter((one) => one.killed).length
  const total = result.mutants.length
  const unrelated = result.mutants.reduce((sum, one) => sum + one.unrelated.length, 0)
  const others = result.mutants.reduce((sum, one) => sum + one.others, 0)
  const { noticed, tested } = shownToMatter(result)
  return [
    `${killed} of ${total} mutants are killed (${percent(killed, total)}). Of ${others} checks ` +
      `of requirements that a mutant does not break, ${unrelated} failed ` +
      `(${percent(unrelated, others)}). ${noticed} of the ${tested} tested requirements were ` +
      `seen to fail on a mutant; ${requirements.length - tested} more are not tested, each with ` +
      "its reason.",
    "",
    references(result),
    "",
    ...lawfulLines(result),
    dumb(result),
    "",
    ...found(result),
    mutants(result),
    "",
  ].join("\n")
}

const begin = "<!-- selftest: begin -->"
const end = "<!-- selftest: end -->"

/** Returns the document with its section of figures updated; null if it has no such section. */
export const withFigures = (document: string, result: SelftestResult): string | null => {
  const start = document.indexOf(begin)
  const stop = document.indexOf(end)
  if (start < 0 || stop < start) return null
  const before = document.slice(0, start + begin.length)
  return `${before}\n\n${figures(result)}\n${document.slice(stop)}`
}
