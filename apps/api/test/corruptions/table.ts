import type { Outcome } from "./outcome.ts"
import { unfound } from "./unfound.ts"

const kinds = ["changed", "emptied", "removed", "duplicated", "moved"] as const

/** Returns the reason why a corruption is not found; null if there is none. */
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
    "| Item | Corruption | Found by |",
    "|---|---|---|",
    ...columns.flatMap((column) =>
      lineOf(outcomes, column === null ? "a row" : `\`${column}\``, column),
    ),
    "",
  ].join("\n")
}

const opening = `# What verify finds

\`outlay verify\` checks a whole database file: SQLite can read it, its tables are those of this
program, every amount follows from the ledger, every record from its events, and every event
from the one before it. A test (\`apps/api/test/corruptions.test.ts\`) generates this page. It
corrupts a small database in one place after another, runs \`verify\` each time, and records
which checks find the corruption. It changes every column of every table (adds a cent or an
hour, flips a flag, replaces a word or an id) or empties it. It also removes a row of every
table, duplicates it, or moves it to another business. References and constraints that SQLite
itself checks are switched off for the test.

- *history*: a record does not match its events, or an event does not match the earlier ones
- *chain of events*: an event was changed, removed, inserted or moved; its hash, or that of
  the next event, does not match
- *references*: a row refers to a row that does not exist
- *file*: SQLite cannot read the file, or its tables are not those of this program
- *start*: the database is not opened at all
- all other names are those of checks, as \`verify\` prints them

## What it cannot find

- A history that a person with write access to the file rewrote completely: events with new
  hashes from some point on, with matching records and entries; or the newest events removed,
  with all their effects. Record the head that \`verify\` prints, or \`GET /events\` shows,
  somewhere else, and pass it to a later run: \`outlay verify --head SEQUENCE:HASH\`.
- Data that no event shows and no amount depends on. The tables below mark it as **not
  found**, with the reason.
- Wrong input through the interface: \`verify\` compares the books with themselves, not with a
  bank.

## Table by table

`

/** Returns the page about the corruptions that are found. */
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
