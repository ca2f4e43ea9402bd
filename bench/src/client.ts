import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Request that a client sends repeatedly. */
export interface Request {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Load on a server: each connection sends the next request after each response. */
export interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly requests: ReadonlyArray<Request>
}

export interface LoadResult {
  /** Number of responses with status 2xx. */
  readonly responses: number
  readonly failed: number
  readonly seconds: number
  /** Median latency in milliseconds. */
  readonly p50: number
  readonly p99: number
}

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined

/**
 * Name of the load generator: `wrk` if it is installed, otherwise autocannon, which is a
 * dependency.
 */
export const client = hasWrk ? "wrk" : "autocannon"

const quoted = (text: string): string => JSON.stringify(text)

/** Script for `wrk`: sends the requests in turn and prints the result as JSON in the last line. */
const scriptOf = (requests: ReadonlyArray<Request>): string => {
  const made = requests.map(({ method, path, headers, body }) => {
    const fields = Object.entries(headers).map(([k, v]) => `[${quoted(k)}]=${quoted(v)}`)
    return `wrk.format("${method}",${quoted(path)},{${fields.join()}},${body === undefined ? "nil" : quoted(body)})`
  })
  return `
local requests, n = {}, 0
init = function()
  requests = { ${made.join(",\n")} }
end
request = function()
  n = n % #requests + 1
  return requests[n]
end
done = function(summary, latency)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.status + e.timeout
  io.write(string.format('\\n{"answered":%d,"failed":%d,"seconds":%f,"p50":%f,"p99":%f}\\n',
    summary.requests - e.status, failed, summary.duration / 1e6,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
`
}

const run = (command: string, args: ReadonlyArray<string>): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] })
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once("error", reject)
    // "exit" may be emitted before the last output was read.
    child.once("close", (code) => {
      const last = output.trimEnd().split("\n").at(-1) ?? ""
      if (code === 0 && last.startsWith("{")) resolve(JSON.parse(last))
      else reject(new Error(`${command} ended with ${code}: ${output}`))
    })
  })

const urlOf = ({ port }: Load): string => `http://127.0.0.1:${port}`

/** Runs a client with a file that contains its options. */
const asking = async (
  text: string,
  ask: (file: string) => Promise<LoadResult>,
): Promise<LoadResult> => {
  const folder = mkdtempSync(join(tmpdir(), "outlay-bench-"))
  try {
    const file = join(folder, "requests")
    writeFileSync(file, text)
    return await ask(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs a client of this package. */
const program = (name: string, options: object): Promise<LoadResult> =>
  asking(JSON.stringify(options), (file) =>
    run(process.execPath, [fileURLToPath(new URL(name, import.meta.url)), file]),
  )

/**
 * Runs a load at a constant rate in requests per second, independent of the speed of responses. If
 * `rate` is null, the client sends as many as it can.
 */
export const pacedLoad = (options: Load, rate: number | null): Promise<LoadResult> =>
  program("./paced-client.ts", { ...options, rate })

/** Puts a server under load from a separate process. */
export const load = (options: Load): Promise<LoadResult> => {
  if (!hasWrk) {
    const { connections, seconds, requests } = options
    const shape = { connections, duration: seconds, timeout: 60 }
    return program("./autocannon.ts", { url: urlOf(options), ...shape, requests })
  }
  const shape = ["-t1", `-c${options.connections}`, `-d${options.seconds}s`, "--timeout", "60s"]
  return asking(scriptOf(options.requests), (file) =>
    run("wrk", [...shape, "-s", file, urlOf(options)]),
  )
}
