import { load } from "../client.ts"
import type { Dataset } from "../dataset.ts"
import { type Figure, type Measured, rowsIn, type Settings, spreadOf } from "../measure.ts"
import type { Running } from "../processes.ts"
import { ask, get, withOutlay } from "../servers.ts"

const atMost = (value: number) => ({ at: "most", value }) as const

/** Returns the median latency in milliseconds of a request on one connection. */
const timeOf = async ({ port }: Running, data: Dataset, path: string, seconds: number) => {
  const requests = [get(data, path)]
  const { p50, failed } = await load({ port, connections: 1, seconds, requests })
  if (failed > 0) throw new Error(`${path}: a request failed`)
  return p50
}

/** Compares the first and the last page, with their counts, of many rows with those of few rows. */
export const pages = async (settings: Settings): Promise<Measured> => {
  const { rows, rounds, seconds, tell } = settings
  const small = await settings.dataset(10_000)
  const large = await settings.dataset(rows)
  return withOutlay(small, (few) =>
    withOutlay(large, async (many) => {
      const { count } = (await ask(many, get(large, "/transactions?limit=1"))) as {
        readonly count: number
      }
      const first = "/transactions?limit=50"
      const last = `${first}&offset=${count - 50}`
      const ratios: Array<readonly [number, number]> = []
      for (let round = 0; round <= rounds; round++) {
        tell(`pages: round ${round} of ${rounds}`)
        const base = await timeOf(few, small, first, seconds)
        const each = [
          (await timeOf(many, large, first, seconds)) / base,
          (await timeOf(many, large, last, seconds)) / base,
        ] as const
        if (round > 0) ratios.push(each)
      }
      const figure = (n: 0 | 1, name: string): Figure => ({
        work: `${name} page of ${rowsIn(rows)}`,
        ...{ unit: "×", ...spreadOf(ratios.map((each) => each[n])), floor: atMost(2) },
        detail: "time on one connection, with the count, to that of the first page of 10,000 rows",
      })
      return { figures: [figure(0, "first"), figure(1, "last")] }
    }),
  )
}

const groupings = ["category&group_by=month", "month", "budget", "user", "merchant"]

/** Measures reports over two years. */
export const reports = async (settings: Settings): Promise<Measured> => {
  const { rows, rounds, tell } = settings
  const data = await settings.dataset(rows)
  return withOutlay(data, async (server) => {
    const figures: Array<Figure> = []
    for (const grouping of groupings) {
      const query = `start_date=2024-11-01&end_date=2026-10-31&group_by=${grouping}`
      const times: Array<number> = []
      for (let round = 0; round <= rounds; round++) {
        tell(`report by ${grouping}: round ${round} of ${rounds}`)
        const started = performance.now()
        await ask(server, get(data, `/reports/spend?${query}`, "v1"))
        if (round > 0) times.push(performance.now() - started)
      }
      const name = grouping.replace("&group_by=", " and ")
      figures.push({
        work: `report by ${name}, ${rowsIn(rows)}`,
        ...{ unit: "ms", ...spreadOf(times) },
        floor: grouping.startsWith("category") ? atMost(50) : null,
        detail: "a period of all rows, after a first request",
      })
    }
    return { figures }
  })
}
