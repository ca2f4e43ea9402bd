import { Effect, Result, Stream } from "effect"
import { type Load, load } from "../client.ts"
import type { Dataset } from "../dataset.ts"
import { exactly, type Figure, type Measured, rowsIn, type Settings, spreadOf } from "../measure.ts"
import { operatorToken, type Running } from "../processes.ts"
import { linesOf } from "../rows.ts"
import { get, topup, withOutlay } from "../servers.ts"
import { textOf } from "./import.ts"

const at = (at: "least" | "most", value: number) => ({ at, value })

/** Measures the start of the service on an existing database. */
export const starting = async (settings: Settings): Promise<Measured> => {
  const { rows, rounds, tell } = settings
  const data = await settings.dataset(rows)
  const times: Array<number> = []
  let memory = Number.NaN
  for (let round = 1; round <= rounds; round++) {
    tell(`start to ready: round ${round} of ${rounds}`)
    await withOutlay(data, async ({ ready, usage }) => {
      times.push(ready / 1_000)
      await new Promise((done) => setTimeout(done, round === rounds ? 5_000 : 200))
      memory = usage().memory
    })
  }
  return {
    figures: [
      {
        work: `start to ready, ${rowsIn(rows)}`,
        ...{ unit: "s", ...spreadOf(times), floor: at("most", 0.5) },
        detail: "from the start of the process to its first output",
      },
      {
        work: "idle",
        ...{ unit: "MiB", ...exactly(memory), floor: at("most", 100) },
        detail: "resident memory, five seconds after the start",
      },
      ...(data.bytesPerRow === null ? [] : [keptFor(data.bytesPerRow)]),
    ],
  }
}

const keptFor = (bytesPerRow: number): Figure => ({
  work: "kept for a row",
  ...{ unit: "KB", ...exactly(bytesPerRow / 1_000), floor: at("most", 1.4) },
  detail: "the file's size by its rows: with indexes, ledger and events",
})

const maxSlowdown = 4

/** Rows of each import; more than are read in one load at the same time. */
const importedRows = 20_000

/**
 * Prepares the lines of an import: creating them during the load would slow down the server and its
 * client.
 */
const importedText = async (data: Dataset): Promise<string> => {
  const rows = await Effect.runPromise(Stream.runCollect(linesOf(importedRows, data.company).lines))
  return rows
    .map(({ row }, n) => textOf({ ...Result.getOrThrow(row), external_id: `import-${n}` }))
    .join("\n")
}

/** Imports rows over HTTP repeatedly until the given work has ended. */
const whileImporting = async <A>(
  server: Running,
  data: Dataset,
  { text, work }: { readonly text: string; readonly work: () => Promise<A> },
) => {
  const path = `/operator/v1/businesses/${data.client_id}/transactions/import`
  let isOver = false
  const importing = async () => {
    while (!isOver) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${operatorToken}`,
          "content-type": "application/x-ndjson",
        },
        body: text.replaceAll('"import-', `"${performance.now()}-`),
      })
      if (!response.ok) throw new Error(await response.text())
      await response.arrayBuffer()
    }
  }
  const imported = importing()
  try {
    return await work()
  } finally {
    isOver = true
    await imported
  }
}

/** Compares reads during an import with reads alone. */
const besideImport = async (
  server: Running,
  data: Dataset,
  reading: Load,
  { rounds, tell }: Settings,
): Promise<Figure> => {
  const text = await importedText(data)
  const ratios: Array<number> = []
  let last = ""
  for (let round = 0; round <= rounds; round++) {
    tell(`reads beside an import: round ${round} of ${rounds}`)
    const alone = await load(reading)
    const duringImport = await whileImporting(server, data, { text, work: () => load(reading) })
    if (alone.failed + duringImport.failed > 0) throw new Error("a request failed")
    if (round > 0) ratios.push(duringImport.p99 / alone.p99)
    last = `${duringImport.p99.toFixed(1)} and ${alone.p99.toFixed(1)} ms in the last round`
  }
  return {
    work: "p99 of reads while an import runs",
    ...{ unit: "×", ...spreadOf(ratios), floor: at("most", maxSlowdown) },
    detail: `to that of reads alone, 20 connections each; ${last}`,
  }
}

/** Compares reads during writes with reads alone, and measures memory. */
export const mixed = async (settings: Settings): Promise<Measured> => {
  const { rounds, seconds, tell } = settings
  const data = await settings.dataset(settings.rows)
  return withOutlay(data, async (server: Running) => {
    const reads = data.transaction_ids.map((id) => get(data, `/transactions/${id}`))
    const reading = { port: server.port, connections: 20, seconds, requests: reads }
    const writing = { port: server.port, connections: 20, seconds, requests: [topup(data)] }
    const ratios: Array<number> = []
    const details: Array<string> = []
    for (let round = 0; round <= rounds; round++) {
      tell(`mixed load: round ${round} of ${rounds}`)
      const alone = await load(reading)
      const [duringWrites, written] = await Promise.all([load(reading), load(writing)])
      if (alone.failed + duringWrites.failed + written.failed > 0)
        throw new Error("a request failed")
      if (round === 0) continue
      ratios.push(duringWrites.p99 / alone.p99)
      details.push(
        `${Math.round(duringWrites.responses / seconds)} reads and ` +
          `${Math.round(written.responses / seconds)} topups a second`,
      )
    }
    return {
      figures: [
        await besideImport(server, data, reading, settings),
        {
          work: "p99 of reads beside topups",
          ...{ unit: "×", ...spreadOf(ratios), floor: null },
          detail: `to that of reads alone, 20 connections each; ${details.at(-1)} in the last round`,
        },
        {
          work: "memory after mixed load",
          ...{ unit: "MiB", ...exactly(server.usage().memory), floor: null },
          detail: `resident, after ${(rounds + 1) * 4} loads of ${seconds} s`,
        },
      ],
    }
  })
}
