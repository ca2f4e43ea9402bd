import { parseArgs } from "node:util"
import { type Dataset, dataset } from "./dataset.ts"
import { isReached, type Measured, rowsIn, type Settings } from "./measure.ts"
import { growth, leastMinutes } from "./parts/growth.ts"
import { importing } from "./parts/import.ts"
import { onPostgres } from "./parts/postgres.ts"
import { importingReal } from "./parts/real-import.ts"
import { reads, topups } from "./parts/requests.ts"
import { mixed, starting } from "./parts/service.ts"
import { pages, reports } from "./parts/sizes.ts"
import { type Run, resultsOf, shown, write } from "./record.ts"

/** Runs the requested parts of the bench, prints their tables, and writes the record. */
const parts: Readonly<
  Record<
    string,
    {
      readonly about: string
      readonly run: (settings: Settings) => Promise<Measured>
      /** True if the part runs only when it is named. */
      readonly isLong?: boolean
    }
  >
> = {
  reads: { about: "one transaction and a page of 50, next to other servers", run: reads },
  topups: { about: "durable topups on 50 connections and on one, next to them", run: topups },
  pages: { about: "the first and the last page of all rows, next to 10,000", run: pages },
  reports: { about: "reports of spending over all rows", run: reports },
  mixed: { about: "reads beside an import and beside topups, and memory", run: mixed },
  starting: { about: "start to ready, idle memory, bytes for a row", run: starting },
  postgres: {
    about: "PostgreSQL of npm: reads next to bare node:http, topups next to pgbench and SQLite",
    run: onPostgres,
  },
  importing: {
    about: "imports in process, by command and over HTTP, next to bare inserts",
    run: importing,
  },
  real: {
    about: "the import of real purchases by command, if there is a file in OUTLAY_REAL_DATA",
    run: importingReal,
  },
  growth: { about: "how memory grows, if it is named", run: growth, isLong: true },
}

const help = `pnpm bench [${Object.keys(parts).join("|")} …]

Measures Outlay from outside on this machine, next to other servers.

${Object.entries(parts)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}`)
  .join("\n")}

  --rows N      rows of the database: 10k, 200k, 1m, 10m (200k)
  --rounds N    rounds of each comparison (5)
  --seconds N   length of each load (3)
  --minutes N   how long memory is watched for its growth (30)
  --write       put the parts into bench/record.json and bench/README.md; so does a run of all
  --help        this text
`

const fail = (text: string): never => {
  process.stderr.write(`${text}\n\n${help}`)
  process.exit(2)
}

const countOf = (name: string, text: string): number => {
  const [, digits, unit = ""] = /^([1-9]\d{0,7})([km]?)$/u.exec(text.toLowerCase()) ?? []
  if (digits === undefined) return fail(`--${name} is a number such as 5, 200k or 1m, not ${text}.`)
  return Number(digits) * ({ "": 1, k: 1_000, m: 1_000_000 }[unit] ?? 1)
}

const read = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        rows: { type: "string", default: "200k" },
        rounds: { type: "string", default: "5" },
        seconds: { type: "string", default: "3" },
        minutes: { type: "string", default: "30" },
        write: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

const { values, positionals } = read()
if (values.help) {
  process.stdout.write(help)
  process.exit(0)
}
const unknown = positionals.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined) fail(`There is no part ${unknown}.`)

const minutes = countOf("minutes", values.minutes)
if (minutes < leastMinutes) fail(`--minutes is ${leastMinutes} at least, not ${minutes}.`)

const isTerminal = process.stderr.isTTY
const began = performance.now()
const tell = (text: string) => {
  const line = `${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${text}`
  process.stderr.write(isTerminal ? `\r\u001b[2K${line} …` : `${line}\n`)
}

const run = {
  rows: countOf("rows", values.rows),
  rounds: countOf("rounds", values.rounds),
  seconds: countOf("seconds", values.seconds),
}
const settings: Settings = {
  ...run,
  tell,
  minutes,
  dataset: (rows, options): Promise<Dataset> => {
    tell(`${rowsIn(rows)}: making them, or looking for them`)
    return dataset(rows, options)
  },
}

const runs: Array<Run> = []
const notes: Array<string> = []
const isWritten = positionals.length === 0 || values.write
for (const [part, { run: measure, isLong = false }] of Object.entries(parts)) {
  if (positionals.length > 0 ? !positionals.includes(part) : isLong) continue
  const { rows = run.rows, comparisons = [], figures = [], reason } = await measure(settings)
  // A part that was left out replaces nothing in the record.
  if (reason !== undefined) {
    notes.push(`${part}: ${reason}\n`)
    continue
  }
  const made: Run = { part, ...run, rows, comparisons, figures }
  runs.push(made)
  // An interrupted run keeps the parts that were measured.
  if (isWritten) write(made, Object.keys(parts))
}
if (isTerminal) process.stderr.write("\r\u001b[2K")
const results = resultsOf(runs)
if (runs.length > 0) process.stdout.write(`${shown(results)}\n`)
process.stderr.write(notes.join(""))
const isMet =
  results.figures.every(({ floor, value }) => isReached(floor, value)) &&
  results.comparisons.every(({ peers }) =>
    peers.every(({ floor, rate }) => isReached(floor, rate.value)),
  )
process.exit(isMet ? 0 : 1)
