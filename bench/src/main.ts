import { writeFileSync } from "node:fs"
import { cpus, release, totalmem } from "node:os"
import { type Figure, growth, importing, reads, starting, topups } from "./measures.ts"

/** Runs every measure, draws a table, and writes the record that is committed. */

const measures = { importing, starting, topups, reads, growth }
const asked = process.argv.slice(2)
const help = `pnpm bench [${Object.keys(measures).join("|")} …]

Measures Outlay against a minimal baseline, on this machine, and writes
bench/record.json and the table of bench/README.md when all measures are run.
`
if (asked.includes("--help")) {
  process.stdout.write(help)
  process.exit(0)
}
const unknown = asked.filter((name) => !(name in measures))
if (unknown.length > 0) {
  process.stderr.write(`There is no measure ${unknown.join(", ")}.\n\n${help}`)
  process.exit(1)
}

const isTerminal = process.stderr.isTTY
const tell = (text: string) =>
  process.stderr.write(isTerminal ? `\r\u001b[2K${text} …` : `${text}\n`)

const number = ({ unit }: Figure, value: number): string => {
  if (unit === "rows/s") return Math.round(value).toLocaleString("en")
  if (unit === "MiB") return value.toFixed(0)
  return value.toFixed(2)
}

const reached = ({ demand, value }: Figure): boolean =>
  demand.at === "least" ? value >= demand.value : value <= demand.value

const cells = (figure: Figure): ReadonlyArray<string> => [
  figure.work,
  `${number(figure, figure.value)} ${figure.unit}`,
  figure.least === figure.most
    ? ""
    : `${number(figure, figure.least)} to ${number(figure, figure.most)}`,
  `at ${figure.demand.at} ${number(figure, figure.demand.value)} ${figure.unit}`,
  reached(figure) ? "yes" : "NO",
]

const heading = ["Work", "Median", "Spread", "Target", "Met"]

const table = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = heading.map((_, n) => Math.max(...rows.map((row) => (row[n] ?? "").length)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`
  const [first = [], ...others] = rows
  return [line(first), rule, ...others.map(line)].join("\n")
}

const machine = {
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  system: `Linux ${release()}`,
  node: process.versions.node,
}

const figures: Array<Figure> = []
for (const [name, measure] of Object.entries(measures)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  figures.push(...(await measure(tell)))
}
if (isTerminal) process.stderr.write("\r\u001b[2K")
const drawn = table([heading, ...figures.map(cells)])
process.stdout.write(`${drawn}\n`)

if (asked.length === 0) {
  const date = new Date().toISOString().slice(0, 10)
  const folder = new URL("../", import.meta.url)
  writeFileSync(
    new URL("record.json", folder),
    `${JSON.stringify({ date, machine, figures }, null, 2)}\n`,
  )
  const about = `Measured ${date} on ${machine.cores} cores (${machine.cpu}), Node ${machine.node}.`
  const details = figures.map(({ work, detail }) => `- ${work}: ${detail}`).join("\n")
  writeFileSync(
    new URL("README.md", folder),
    `# Benchmarks

\`pnpm bench\` measures Outlay on your machine and writes this page and [record.json](record.json).
Speeds are ratios within one run: two servers get the same load in turn, and the ratio is the
median of five pairs. The baseline of reads is bare \`node:http\` with a prepared statement and
\`JSON.stringify\`, which returns the same bytes without any checks:
[src/baseline.ts](src/baseline.ts). The baseline of the import is bare SQLite, with the same
tables and durable commits: [src/bare-import.ts](src/bare-import.ts).

${drawn}

${about}

${details}
`,
  )
}
process.exit(figures.every(reached) ? 0 : 1)
