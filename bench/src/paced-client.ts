import { readFileSync } from "node:fs"
import { Agent, request } from "node:http"
import type { LoadResult, Request } from "./client.ts"

/**
 * Runs a load at a constant rate with options from a file and prints the result as JSON: `node
 * paced-client.ts FILE`. Each request is due at its own time, regardless of earlier responses, and
 * its latency counts from that time. Without a rate, each connection sends the next request after
 * each response.
 */
interface Options {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Requests per second; null for as many as possible. */
  readonly rate: number | null
  readonly requests: ReadonlyArray<Request>
}

const options: Options = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const { port, connections, seconds, rate, requests } = options
const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Latency of each response in milliseconds. */
const waits: Array<number> = []
let failed = 0

const ask = (n: number, due: number): Promise<void> =>
  new Promise((done) => {
    const { method, path, headers, body } = requests[n % requests.length] as Request
    const failing = () => {
      failed++
      done()
    }
    const outgoing = request(
      { host: "127.0.0.1", port, agent, method, path, headers },
      (response) => {
        response.once("end", () => {
          if ((response.statusCode ?? 500) >= 300) return failing()
          waits.push(performance.now() - due)
          done()
        })
        response.once("error", failing)
        response.resume()
      },
    )
    outgoing.once("error", failing)
    outgoing.end(body)
  })

const began = performance.now()
const isOver = (at: number): boolean => at - began >= seconds * 1_000

const evenly = async (perSecond: number): Promise<void> => {
  const sent: Array<Promise<void>> = []
  const due = (n: number) => began + (n * 1_000) / perSecond
  while (!isOver(due(sent.length))) {
    while (due(sent.length) <= performance.now() && !isOver(due(sent.length))) {
      sent.push(ask(sent.length, due(sent.length)))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(sent)
}

const again = async (n: number): Promise<void> => {
  for (let k = n; !isOver(performance.now()); k += connections) await ask(k, performance.now())
}

await (rate === null
  ? Promise.all(Array.from({ length: connections }, (_, n) => again(n)))
  : evenly(rate))
agent.destroy()
const took = (performance.now() - began) / 1_000
waits.sort((a, b) => a - b)
const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN
const result: LoadResult = {
  ...{ responses: waits.length, failed, seconds: took },
  ...{ p50: at(0.5), p99: at(0.99) },
}
process.stdout.write(`${JSON.stringify(result)}\n`)
