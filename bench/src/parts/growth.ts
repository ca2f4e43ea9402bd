import { load } from "../client.ts"
import { exactly, type Measured, type Settings } from "../measure.ts"
import { get, topup, withOutlay } from "../servers.ts"

/** Minutes that are not evaluated, because caches fill during them. */
const warmUp = 5

/** Shortest duration in minutes; a trend needs more than one value after the warm-up. */
export const leastMinutes = warmUp + 2

/** Returns the slope of the least-squares line through the values. */
const slopeOf = (values: ReadonlyArray<number>): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = (values.length - 1) / 2
  const together = values.reduce((sum, value, n) => sum + (n - middle) * (value - mean), 0)
  return together / values.reduce((sum, _, n) => sum + (n - middle) ** 2, 0)
}

/** Measures the memory of the service under a mixed load, every minute. */
export const growth = async (settings: Settings): Promise<Measured> => {
  const { minutes, tell } = settings
  const data = await settings.dataset(settings.rows)
  return withOutlay(data, async (server) => {
    const ids = data.transaction_ids
    const loads = [
      { connections: 10, requests: ids.map((id) => get(data, `/transactions/${id}`)) },
      { connections: 2, requests: [get(data, "/transactions?limit=50")] },
      { connections: 4, requests: [topup(data)] },
    ]
    const memory: Array<number> = []
    for (let minute = 1; minute <= minutes; minute++) {
      tell(`growth: minute ${minute} of ${minutes}, ${Math.round(memory.at(-1) ?? 0)} MiB`)
      const done = await Promise.all(
        loads.map((each) => load({ port: server.port, seconds: 60, ...each })),
      )
      if (done.some(({ failed }) => failed > 0)) throw new Error("a request failed")
      memory.push(server.usage().memory)
    }
    const after = memory.slice(warmUp)
    const [least, most] = [Math.min(...after), Math.max(...after)]
    return {
      figures: [
        {
          work: `growth in ${minutes} minutes of mixed load`,
          ...{ unit: "MiB a minute", ...exactly(slopeOf(after)) },
          floor: { at: "most", value: 1 },
          detail:
            `resident, after the fifth minute: ${Math.round(after[0] ?? 0)} MiB then, ` +
            `${Math.round(least)} to ${Math.round(most)} since, ${Math.round(after.at(-1) ?? 0)} at the end`,
        },
      ],
    }
  })
}
