import { load } from "../client.ts"
import { type Measured, rowsIn, type Settings, spreadOf } from "../measure.ts"
import type { Running } from "../processes.ts"
import { get, topup, withOutlay } from "../servers.ts"

const at = (at: "least" | "most", value: number) => ({ at, value })

const exactly = (value: number) => ({ value, least: value, most: value })

/** The service as it is started on a database that is there. */
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
      {
        work: "kept for a row",
        ...{ unit: "KB", ...exactly(data.bytesPerRow / 1_000), floor: at("most", 1.4) },
        detail: "the file's size by its rows: with indexes, ledger and events",
      },
    ],
  }
}

const slow = 4

/** Reads and writes at once, next to reads alone; and how the process grows meanwhile. */
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
      const [beside, written] = await Promise.all([load(reading), load(writing)])
      if (alone.failed + beside.failed + written.failed > 0) throw new Error("a request failed")
      if (round === 0) continue
      ratios.push(beside.p99 / alone.p99)
      details.push(
        `${Math.round(beside.answered / seconds)} reads and ` +
          `${Math.round(written.answered / seconds)} topups a second`,
      )
    }
    return {
      figures: [
        {
          work: "p99 of reads beside topups",
          ...{ unit: "×", ...spreadOf(ratios), floor: at("most", slow) },
          detail: `to that of reads alone, 20 connections each; ${details.at(-1)} in the last round`,
        },
        {
          work: "memory after mixed load",
          ...{ unit: "MiB", ...exactly(server.usage().memory), floor: null },
          detail: `resident, after ${(rounds + 1) * 2} loads of ${seconds} s`,
        },
      ],
    }
  })
}
