import type { Outcome } from "./outcome.ts"
import { unfound } from "./unfound.ts"

const kinds = ["changed", "emptied", "removed", "doubled", "moved"] as const

/** Why a corruption is not found; null where nothing says so. */
export const reasonOf = ({ table, column }: Outcome): string | null =>
  unfound.find(([where]) => where.test(`${table} ${column ?? "row"}`))?.[1] ?? null

const cell = (outcome: Outcome | undefined): string => {
  if (outcome === undefined) return ""
  const { finders } = outcome
  if (finders === "refused") return "SQLite refuses it"
  return finders.length === 0 ? `**not found**: ${reasonOf(outcome)}` : finders.join(", ")
}

const lineOf = (
  outcomes: ReadonlyArray<Outcome>,
  name: string,
  column: string | null,
): ReadonlyArray<string> => {
  const own = outcomes.filter((outcome) => outcome.column === column)
  return kinds.flatMap((kind) => {
    const outcome = own.find((each) => each.kind === kind)
    return outcome === undefined ? [] : [`| ${name} | ${kind} | ${cell(outcome)} |`]
  })
}

const sectionOf = (table: string, outcomes: ReadonlyArray<Outcome>): string => {
  const columns = [...new Set(outcomes.map(({ column }) => column))]
  return [
    `### ${table}`,
    "",
    "| What | is | and is found by |",
    "|---|---|---|",
    ...columns.flatMap((column) =>
      lineOf(outcomes, column === null ? "a row" : `\`${column}\``, column),
    ),
    "",
  ].join("\n")
}

const opening = `# What verify finds

\`outlay verify\` looks at the whole of a database file: whether SQLite can read it and its
tables are those of this program, whether every amount follows from the ledger, every record
from its events, and every event from the one before it. This page is made by a test
(\`apps/api/test/corruptions.test.ts\`), which corrupts a small database in one place after
another, runs \`verify\` on each, and writes down by what it was found: every column of every
table is changed (a cent or a second more, a flag turned, another word or id) or emptied,
and a row of every table is removed, doubled or moved to another business. References and
constraints that SQLite checks by itself are switched off for it.

- *history*: a record is not what its events say, or an event is not what those before it
  say
- *chain of events*: an event was changed, removed, put in or put elsewhere; its hash, or
  that of the next, does not fit
- *references*: a row refers to one that is not there
- *file*: SQLite cannot read it, or its tables are not those of this program
- *start*: the database is not opened at all
- the others are the names of checks, as \`verify\` prints them

## What it cannot find

- A history that was rewritten as a whole by somebody who can write to the file: events with
  new hashes from some point on, with records and entries that fit; or the newest events cut
  off, with all that they did. Note the head that \`verify\` prints, or \`GET /events\` shows,
  somewhere else, and give it back: \`outlay verify --head SEQUENCE:HASH\`.
- What no event shows and no amount follows from. It is told below, with the reason, where
  it says **not found**.
- What the interface was told wrongly: it compares the books with themselves, and not with a
  bank.

## Table by table

`

/** The page of what is found. */
export const page = (outcomes: ReadonlyArray<Outcome>): string => {
  const tables = [...new Set(outcomes.map(({ table }) => table))]
  const sections = tables.map((table) =>
    sectionOf(
      table,
      outcomes.filter((outcome) => outcome.table === table),
    ),
  )
  return `${opening}${sections.join("\n")}`
}
