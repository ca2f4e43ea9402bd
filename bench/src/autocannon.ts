import { readFileSync } from "node:fs"
import autocannon from "autocannon"
import type { LoadResult } from "./client.ts"

/**
 * Runs autocannon with options from a file and prints the result as JSON: `node autocannon.ts
 * FILE`.
 */
const options = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const { requests, errors, non2xx, timeouts, duration, latency } = await autocannon(options)
const result: LoadResult = {
  responses: requests.total - non2xx,
  failed: errors + non2xx + timeouts,
  seconds: duration,
  p50: latency.p50,
  p99: latency.p99,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
