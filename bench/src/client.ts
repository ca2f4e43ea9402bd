import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** What a client asks for, again and again, one after another. */
export interface Request {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A load: the connections ask again as soon as they are answered. */
export interface Load {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly requests: ReadonlyArray<Request>
}

export interface LoadResult {
  /** Answers of status 2xx. */
  readonly answered: number
  readonly failed: number
  readonly seconds: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined

/** Who asks: `wrk` where it is installed, else autocannon, which comes with the workspace. */
export const client = hasWrk ? "wrk" : "autocannon"

const quoted = (text: string): string => JSON.stringify(text)

/** What `wrk` runs: requests in turn, and the result as JSON in its last line. */
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
    let said = ""
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.once("error", reject)
    // "exit" may come before the last of what it wrote.
    child.once("close", (code) => {
      const last = said.trimEnd().split("\n").at(-1) ?? ""
      if (code === 0 && last.startsWith("{")) resolve(JSON.parse(last))
      else reject(new Error(`${command} ended with ${code}: ${said}`))
    })
  })

const urlOf = ({ port }: Load): string => `http://127.0.0.1:${port}`

/** Runs a client with a file that says what it asks. */
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

/** A client that is a program of ours. */
const program = (name: string, options: object): Promise<LoadResult> =>
  asking(JSON.stringify(options), (file) =>
    run(process.execPath, [fileURLToPath(new URL(name, import.meta.url)), file]),
  )

/**
 * A load of so many requests a second, evenly, however slowly they are answered; null: as many as
 * the same client can send.
 */
export const pacedLoad = (asked: Load, rate: number | null): Promise<LoadResult> =>
  program("./paced-client.ts", { ...asked, rate })

/** Puts a server under load, from a process of its own. */
export const load = (asked: Load): Promise<LoadResult> => {
  if (!hasWrk) {
    const { connections, seconds, requests } = asked
    const shape = { connections, duration: seconds, timeout: 60 }
    return program("./autocannon.ts", { url: urlOf(asked), ...shape, requests })
  }
  const shape = ["-t1", `-c${asked.connections}`, `-d${asked.seconds}s`, "--timeout", "60s"]
  return asking(scriptOf(asked.requests), (file) =>
    run("wrk", [...shape, "-s", file, urlOf(asked)]),
  )
}
