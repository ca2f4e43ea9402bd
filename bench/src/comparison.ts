import { load, type Request } from "./client.ts"
import {
  type Comparison,
  type Floor,
  median,
  type Sample,
  type Settings,
  spreadOf,
} from "./measure.ts"
import type { Running } from "./processes.ts"

interface Work {
  readonly work: string
  readonly connections: number
  readonly requests: ReadonlyArray<Request>
  /** Floors of the ratio of Outlay's rate to that of each peer, by the peer's name. */
  readonly floors: Readonly<Record<string, Floor>>
}

const once = async (
  server: Running,
  { work, connections, requests }: Work,
  seconds: number,
): Promise<Sample> => {
  const before = server.usage()
  const result = await load({ port: server.port, connections, seconds, requests })
  const after = server.usage()
  if (result.failed > 0)
    throw new Error(`${work}: ${result.failed} requests to ${server.name} failed`)
  return {
    name: server.name,
    rate: result.responses / result.seconds,
    p50: result.p50,
    p99: result.p99,
    cpu: ((after.cpu - before.cpu) * 1e6) / result.responses,
    written: (after.written - before.written) / result.responses,
    memory: after.memory,
  }
}

const middle = (samples: ReadonlyArray<Sample>): Sample => {
  const of = (key: "rate" | "p50" | "p99" | "cpu" | "written") =>
    median(samples.map((sample) => sample[key]))
  const last = samples.at(-1) as Sample
  return {
    ...{ name: last.name, memory: last.memory },
    ...{ rate: of("rate"), p50: of("p50"), p99: of("p99"), cpu: of("cpu"), written: of("written") },
  }
}

/**
 * Duration of the warm-up of each server in seconds. V8 compiles a service only during its first
 * thousands of requests, and users measure it after that.
 */
const warmUp = 8

/**
 * Runs the same load on Outlay and its peers in turn, in several rounds, so that other work on the
 * machine affects all of them. Ratios are computed within a round. The first round is a warm-up.
 */
export const compare = async (
  servers: readonly [Running, ...ReadonlyArray<Running>],
  work: Work,
  { rounds, seconds, tell }: Settings,
): Promise<Comparison> => {
  const samples: Array<ReadonlyArray<Sample>> = []
  for (let round = 0; round <= rounds; round++) {
    tell(`${work.work}: round ${round} of ${rounds}`)
    const ofRound: Array<Sample> = []
    for (const server of servers) {
      ofRound.push(await once(server, work, round === 0 ? warmUp : seconds))
    }
    if (round > 0) samples.push(ofRound)
  }
  const of = (n: number) => samples.map((ofRound) => ofRound[n] as Sample)
  const [ours, ...others] = servers.map((_, n) => of(n)) as [Array<Sample>, ...Array<Array<Sample>>]
  const ratios = (theirs: ReadonlyArray<Sample>, ratio: (a: Sample, b: Sample) => number) =>
    spreadOf(ours.map((our, n) => ratio(our, theirs[n] as Sample)))
  return {
    work: work.work,
    outlay: middle(ours),
    peers: others.map((theirs) => ({
      sample: middle(theirs),
      rate: ratios(theirs, (a, b) => a.rate / b.rate),
      cpu: ratios(theirs, (a, b) => b.cpu / a.cpu),
      floor: work.floors[theirs[0]?.name ?? ""] ?? null,
    })),
  }
}
