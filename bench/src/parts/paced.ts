import { type Load, pacedLoad } from "../client.ts"
import { type Figure, type Settings, spreadOf } from "../measure.ts"

/** Share of the highest load, at which machines are usually sized. */
const share = 0.7

/**
 * Measures latencies at 70 % of the highest load of each server. Each round measures the highest
 * load by the same client.
 */
export const paced = async (
  work: string,
  options: Omit<Load, "seconds">,
  { rounds, seconds, tell }: Settings,
): Promise<ReadonlyArray<Figure>> => {
  const p50: Array<number> = []
  const p99: Array<number> = []
  const rates: Array<number> = []
  for (let round = 0; round <= rounds; round++) {
    tell(`${work} at 70 % load: round ${round} of ${rounds}`)
    const all = await pacedLoad({ ...options, seconds }, null)
    const rate = (share * all.responses) / all.seconds
    const some = await pacedLoad({ ...options, seconds }, rate)
    if (all.failed + some.failed > 0) throw new Error(`${work}: requests failed`)
    if (round === 0) continue
    rates.push(some.responses / some.seconds)
    p50.push(some.p50)
    p99.push(some.p99)
  }
  const [{ value: rate }, { value: middle }] = [spreadOf(rates), spreadOf(p50)]
  return [
    {
      work: `${work}: p99 at 70 % load`,
      ...{ unit: "ms", ...spreadOf(p99), floor: null },
      detail: `${Math.round(rate)} a second on ${options.connections} connections, p50 ${middle.toFixed(1)} ms`,
    },
  ]
}
