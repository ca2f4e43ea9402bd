import { appendFileSync, createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Effect, Result, Stream } from "effect"
import { bareImport } from "../bare-import.ts"
import type { Dataset } from "../dataset.ts"
import {
  type Figure,
  type Floor,
  type Measured,
  rowsIn,
  type Settings,
  spreadOf,
} from "../measure.ts"
import { command, operatorToken, outlay } from "../processes.ts"
import { linesOf } from "../rows.ts"

/** Results of one way to import: rows per second, the ratio to bare inserts, and memory in MiB. */
interface Round {
  readonly rate: number
  readonly bare: number
  readonly memory: number
  /** Peak memory of all its processes together, if there is more than one. */
  readonly together?: number
}

/** Decimal that converts itself to JSON. */
interface ShownDecimal {
  readonly _id: "BigDecimal"
  readonly value: string
  readonly scale: number
}

const isDecimal = (value: unknown): value is ShownDecimal =>
  typeof value === "object" && value !== null && "_id" in value && value._id === "BigDecimal"

/** Returns a line of an import file; amounts are numbers. */
export const textOf = (row: object): string =>
  JSON.stringify(row, (_, value: unknown) =>
    isDecimal(value) ? Number(`${value.value}e-${value.scale}`) : value,
  )

/** Writes the rows as NDJSON, in the portions in which they are created. */
const writeRows = (file: string, rows: number, { company }: Dataset): Promise<void> => {
  writeFileSync(file, "")
  const { lines } = linesOf(rows, company)
  return Effect.runPromise(
    Stream.runForEachArray(lines, (some) =>
      Effect.sync(() => {
        const texts = some.map(({ row }) => textOf(Result.getOrThrow(row)))
        appendFileSync(file, `${texts.join("\n")}\n`)
      }),
    ),
  )
}

/** Imports typed rows in the process that commits them. */
const inProcess = async ({ rows, dataset }: Settings): Promise<Round> => {
  const data = await dataset(rows, { fresh: true })
  return { rate: data.rate, bare: bareImport(data), memory: Number.NaN }
}

/** Imports a file on the disk by the command, measured from its start to its exit. */
const byCommand = async ({ rows, dataset }: Settings, folder: string): Promise<Round> => {
  const data = await dataset(0, { fresh: true })
  const file = join(folder, "rows.ndjson")
  await writeRows(file, rows, data)
  const business = String(data.client_id)
  const url = `sqlite:${data.file}`
  const ran = await command(["import", file, "--business", business, "--database-url", url])
  return { rate: rows / ran.seconds, bare: bareImport({ ...data, rows }), memory: ran.peak }
}

/** Imports the same file in one request. */
const overHttp = async ({ rows, dataset }: Settings, folder: string): Promise<Round> => {
  const data = await dataset(0, { fresh: true })
  const file = join(folder, "rows.ndjson")
  await writeRows(file, rows, data)
  const server = await outlay(data.file)
  let together = 0
  const look = setInterval(() => {
    together = Math.max(together, server.usage().memory + server.helpers())
  }, 50)
  try {
    const started = performance.now()
    const path = `/operator/v1/businesses/${data.client_id}/transactions/import`
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      ...{ method: "POST", duplex: "half" },
      headers: {
        authorization: `Bearer ${operatorToken}`,
        "content-type": "application/x-ndjson",
      },
      body: Readable.toWeb(createReadStream(file)) as never,
    })
    const responseText = await response.text()
    if (!response.ok) throw new Error(responseText)
    const seconds = (performance.now() - started) / 1_000
    const { memory } = server.usage()
    clearInterval(look)
    await server.stop()
    return { rate: rows / seconds, bare: bareImport({ ...data, rows }), memory, together }
  } catch (error) {
    clearInterval(look)
    await server.stop()
    throw error
  }
}

interface Way {
  readonly name: string
  readonly run: (settings: Settings, folder: string) => Promise<Round>
  readonly floor: Floor | null
  /** Time at which memory is measured, and its floor; null if it is not. */
  readonly memory: { readonly at: string; readonly floor: Floor | null } | null
}

const least = (value: number) => ({ at: "least", value }) as const
const most = (value: number) => ({ at: "most", value }) as const

const ways: ReadonlyArray<Way> = [
  { name: "in process", run: inProcess, floor: null, memory: null },
  {
    ...{ name: "by command", run: byCommand, floor: least(0.5) },
    memory: { at: "the most while it ran", floor: null },
  },
  {
    ...{ name: "over HTTP", run: overHttp, floor: least(0.45) },
    memory: { at: "resident afterwards", floor: most(220) },
  },
]

const figuresOf = ({ name, floor, memory }: Way, rows: number, rounds: ReadonlyArray<Round>) => {
  const work = `import of ${rowsIn(rows)} ${name}`
  const figures: Array<Figure> = [
    {
      ...{ work, unit: "rows/s", floor: null, ...spreadOf(rounds.map(({ rate }) => rate)) },
      detail: "ledger, events, totals and checks included",
    },
    {
      ...{ work: `${work}, to bare inserts`, unit: "×", floor },
      ...spreadOf(rounds.map(({ rate, bare }) => rate / bare)),
      detail: "bare SQLite writes the same rows, prebuilt, into the same tables and indexes",
    },
  ]
  if (memory !== null) {
    figures.push({
      ...{ work: `${work}, memory`, unit: "MiB", floor: memory.floor },
      ...spreadOf(rounds.map((round) => round.memory)),
      detail: memory.at,
    })
  }
  const together = rounds.flatMap((round) => round.together ?? [])
  if (together.length > 0) {
    figures.push({
      ...{ work: `${work}, most memory`, unit: "MiB", floor: null, ...spreadOf(together) },
      detail: "the service and the process of the import together, while it ran",
    })
  }
  return figures
}

/** Imports into a new database each time, compared with bare inserts of the same rows. */
export const importing = async (settings: Settings): Promise<Measured> => {
  const { rows, rounds, tell } = settings
  const folder = mkdtempSync(join(tmpdir(), "outlay-bench-"))
  try {
    const figures: Array<Figure> = []
    for (const way of ways) {
      const measured: Array<Round> = []
      for (let round = 1; round <= rounds; round++) {
        tell(`import ${way.name}: round ${round} of ${rounds}`)
        measured.push(await way.run(settings, folder))
      }
      figures.push(...figuresOf(way, rows, measured))
    }
    return { figures }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
