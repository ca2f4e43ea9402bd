import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { cpus, release, totalmem } from "node:os"
import { client } from "./client.ts"
import {
  type Comparison,
  type Figure,
  type Floor,
  isReached,
  rowsIn,
  type Sample,
  type Spread,
} from "./measure.ts"

export interface Results {
  readonly comparisons: ReadonlyArray<Comparison>
  readonly figures: ReadonlyArray<Figure>
}

/** Results of one part with a number of rows. */
export interface Run extends Results {
  readonly part: string
  readonly rows: number
  readonly rounds: number
  readonly seconds: number
}

/** Run in the record; runs may be of different days and machines. */
export interface Recorded extends Run {
  readonly date: string
  readonly machine: typeof machine
}

const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  system: `Linux ${release()}`,
  node: process.versions.node,
  client,
}

const whole = (value: number): string => Math.round(value).toLocaleString("en")

const wholes = new Set<Figure["unit"]>(["rows/s", "MiB", "connections"])

const number = ({ unit }: Pick<Figure, "unit">, value: number): string =>
  wholes.has(unit) ? whole(value) : value.toFixed(unit === "ms" ? 1 : 2)

const met = (floor: Floor | null, value: number): string =>
  floor === null ? "" : isReached(floor, value) ? "yes" : "NO"

const bound = (floor: Floor | null, show: (value: number) => string): string =>
  floor === null ? "" : `at ${floor.at} ${show(floor.value)}`

const between = (spread: Spread, show: (value: number) => string): string =>
  spread.least === spread.most ? "" : `${show(spread.least)} to ${show(spread.most)}`

type Row = ReadonlyArray<string>

const table = (heading: Row, rows: ReadonlyArray<Row>): string => {
  const all = [heading, ...rows]
  const widths = heading.map((_, n) => Math.max(...all.map((row) => (row[n] ?? "").length)))
  const line = (row: Row) => `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`
  return [line(heading), rule, ...rows.map(line)].join("\n")
}

const times = (value: number): string => `${value.toFixed(2)} ×`

const ratios = ({ comparisons }: Results): string =>
  table(
    ["Work", "Next to", "Answers", "Spread", "Floor", "Met", "CPU"],
    comparisons.flatMap(({ work, peers }) =>
      peers.map(({ sample, rate, cpu, floor }) => [
        work,
        sample.name,
        times(rate.value),
        between(rate, (value) => value.toFixed(2)),
        bound(floor, (value) => value.toFixed(2)),
        met(floor, rate.value),
        times(cpu.value),
      ]),
    ),
  )

const samples = ({ comparisons }: Results): string =>
  table(
    ["Work", "Server", "Answers/s", "p50, ms", "p99, ms", "CPU, µs", "Written, KB", "MiB"],
    comparisons.flatMap(({ work, outlay, peers }) =>
      [outlay, ...peers.map(({ sample }) => sample)].map((sample: Sample) => [
        work,
        sample.name,
        whole(sample.rate),
        sample.p50.toFixed(2),
        sample.p99.toFixed(2),
        sample.cpu.toFixed(0),
        (sample.written / 1_000).toFixed(1),
        sample.memory.toFixed(0),
      ]),
    ),
  )

const alone = ({ figures }: Results): string =>
  table(
    ["Figure", "Median", "Spread", "Floor", "Met"],
    figures.map((figure) => {
      const show = (value: number) => number(figure, value)
      return [
        figure.work,
        `${show(figure.value)} ${figure.unit}`,
        between(figure, show),
        bound(figure.floor, (value) => `${show(value)} ${figure.unit}`),
        met(figure.floor, figure.value),
      ]
    }),
  )

/** Returns the comparisons in which another server is faster, and the floors that were missed. */
const losses = ({ comparisons, figures }: Results): ReadonlyArray<string> => [
  ...comparisons.flatMap(({ work, peers }) =>
    peers.flatMap(({ sample, rate, floor }) => {
      const misses = isReached(floor, rate.value) ? "" : ", below the floor"
      return rate.value < 1 || misses !== ""
        ? [`${work}: ${times(rate.value)} as many answers as ${sample.name}${misses}.`]
        : []
    }),
  ),
  ...figures
    .filter(({ floor, value }) => !isReached(floor, value))
    .map((figure) => {
      const show = (value: number) => `${number(figure, value)} ${figure.unit}`
      return `${figure.work}: ${show(figure.value)}; the floor is ${bound(figure.floor, show)}.`
    }),
]

const lost = (results: Results): string =>
  losses(results)
    .map((loss) => `- ${loss}`)
    .join("\n") || "Nowhere in this run."

/** Returns the results as Markdown tables. */
export const shown = (results: Results): string =>
  [
    ...(results.comparisons.length === 0 ? [] : [ratios(results), samples(results)]),
    ...(results.figures.length === 0 ? [] : [alone(results)]),
    `Where Outlay loses:\n\n${lost(results)}`,
  ].join("\n\n")

const folder = new URL("../", import.meta.url)
const recordFile = new URL("record.json", folder)

/**
 * Returns the record with a run added, which replaces the last run of the same part and number of
 * rows. `order` is the order of the parts.
 */
export const withRun = (
  record: ReadonlyArray<Recorded>,
  run: Recorded,
  order: ReadonlyArray<string>,
): ReadonlyArray<Recorded> =>
  [...record.filter(({ part, rows }) => part !== run.part || rows !== run.rows), run].toSorted(
    (a, b) => order.indexOf(a.part) - order.indexOf(b.part) || a.rows - b.rows,
  )

/** Adds a run to the committed record, and updates the page that shows it. */
export const write = (run: Run, order: ReadonlyArray<string>): void => {
  const date = new Date().toISOString().slice(0, 10)
  const known: ReadonlyArray<Recorded> = existsSync(recordFile)
    ? JSON.parse(readFileSync(recordFile, "utf8"))
    : []
  const runs = withRun(known, { ...run, date, machine }, order)
  writeFileSync(recordFile, `${JSON.stringify(runs, null, 2)}\n`)
  writeFileSync(new URL("README.md", folder), page(runs))
}

/** Returns a table with the day and the machine of each run. */
const history = (runs: ReadonlyArray<Recorded>): string =>
  table(
    ["Part", "Rows", "Measured", "Rounds", "Machine"],
    runs.map(({ part, rows, date, rounds, seconds, machine: { cores, cpu, node, client } }) => [
      part,
      whole(rows),
      date,
      `${rounds} of ${seconds} s`,
      `${cores} cores, ${cpu}, Node ${node}, ${client}`,
    ]),
  )

/**
 * Returns the results of all runs. If a part ran with several numbers of rows, each result names
 * its number.
 */
export const resultsOf = (runs: ReadonlyArray<Run>): Results => {
  const named =
    ({ part, rows }: Run) =>
    <A extends { readonly work: string }>(result: A): A => {
      const isOne = runs.filter((run) => run.part === part).length === 1
      const isNamed = isOne || result.work.includes(rowsIn(rows))
      return isNamed ? result : { ...result, work: `${result.work}, ${rowsIn(rows)}` }
    }
  return {
    comparisons: runs.flatMap((run) => run.comparisons.map(named(run))),
    figures: runs.flatMap((run) => run.figures.map(named(run))),
  }
}

const page = (runs: ReadonlyArray<Recorded>): string => {
  const results = resultsOf(runs)
  return `# Benchmarks

\`pnpm bench\` measures the service from outside and writes this page and
[record.json](record.json). \`pnpm bench --help\` lists its parts and sizes; a part that is
measured again replaces its last run with as many rows.

The load comes from \`wrk\` where it is installed, otherwise from autocannon. Every server has a
copy of the same database and gets the same load in turn, after one that warms it up; a ratio is of
one round, the figure is the median of the rounds. The peers answer the same JSON, which is compared
first:

- \`node:http\`: prepared statements and \`JSON.stringify\`, without any checks:
  [src/peers/bare.ts](src/peers/bare.ts).
- Fastify: the same with its router: [src/peers/fastify.ts](src/peers/fastify.ts).
- Fastify with plugins: it also looks up the digest of the token, limits the rate, validates and
  serialises by schemas, tags answers, sets the headers of helmet, and observes a histogram.

For a topup the peers write two rows in a durable transaction. Outlay also writes a ledger entry,
an event in a chain, and the budget's totals.

The rows are as they come from elsewhere: in no order of dates, of 50 users and 20 budgets, with
none to three line items, attendees, receipts and custom fields ([src/rows.ts](src/rows.ts)).

A machine that does other work spreads the figures: the record says how far.

${history(runs)}

## Where Outlay loses

${lost(results)}

## Next to other servers

Answers of Outlay for one of the other server, and the CPU that the other takes for what Outlay
takes once: above 1 Outlay is better.

${ratios(results)}

Medians of each server. CPU, and what is written to the disk, are for one answer.

${samples(results)}
${ofOutlay(results)}`
}

const ofOutlay = (results: Results): string =>
  results.figures.length === 0
    ? ""
    : `
## Alone

${alone(results)}

${results.figures.map(({ work, detail }) => `- ${work}: ${detail}`).join("\n")}
`
