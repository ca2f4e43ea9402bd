import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** A server that runs in a process of its own. */
export interface Running {
  readonly name: string
  readonly port: number
  /** Milliseconds from its start to its first word. */
  readonly ready: number
  readonly usage: () => Usage
  /** Resident memory of the processes that it has started, in MiB. */
  readonly helpers: () => number
  readonly stop: () => Promise<void>
}

/** What a process has used so far. */
export interface Usage {
  /** Of all its threads, in user and kernel mode, in seconds. */
  readonly cpu: number
  /** Resident memory, in MiB. */
  readonly memory: number
  /** Bytes that it caused to be written to the disk. */
  readonly written: number
}

/** Ticks of /proc in a second: the same on every Linux of today. */
const ticks = 100

const usageOf = (pid: number): Usage => {
  const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, "utf8")
  const [, stat = ""] = read("stat").split(") ")
  const fields = stat.split(" ")
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) / ticks,
    memory: Number(/^VmRSS:\s+(\d+) kB/mu.exec(read("status"))?.[1]) / 1_024,
    written: Number(/^write_bytes: (\d+)/mu.exec(read("io"))?.[1]),
  }
}

/** Those that end meanwhile count for nothing. */
const memoryOfChildren = (pid: number): number => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/gu) ?? []
  return children.reduce((sum, child) => {
    try {
      return sum + usageOf(Number(child)).memory
    } catch {
      return sum
    }
  }, 0)
}

/** Starts a program of node's that says on which port it listens. */
export const start = (
  name: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const child: ChildProcess = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    })
    const ended = new Promise<void>((done) => child.once("exit", () => done()))
    let said = ""
    child.once("exit", (code) => reject(new Error(`${args[0]} ended with ${code}: ${said}`)))
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString()
      const port = /listening (?:on http:\/\/[^:]+:)?(\d+)/u.exec(said)?.[1]
      if (port === undefined) return
      resolve({
        name,
        port: Number(port),
        ready: performance.now() - started,
        usage: () => usageOf(child.pid ?? 0),
        helpers: () => memoryOfChildren(child.pid ?? 0),
        stop: async () => {
          child.kill("SIGTERM")
          await ended
        },
      })
    })
  })

const main = fileURLToPath(new URL("../../apps/api/bundle/main.js", import.meta.url))

export const operatorToken = "operator-token-of-the-bench"

/** The service as an operator starts it. Its rate limit is on, and is never reached. */
export const outlay = (file: string): Promise<Running> => outlayOn(`sqlite:${file}`)

/** The same on a database of any kind. */
export const outlayOn = (url: string): Promise<Running> =>
  start("Outlay", [main, "serve"], {
    OUTLAY_DATABASE_URL: url,
    OUTLAY_LOG: "json",
    OUTLAY_OPERATOR_TOKEN: operatorToken,
    OUTLAY_PORT: "0",
    OUTLAY_RATE_LIMIT: "100000000/60",
  })

/** The `outlay` command with these arguments, to its end: seconds, and the most memory in MiB. */
export const command = (args: ReadonlyArray<string>): Promise<{ seconds: number; peak: number }> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, [main, ...args], {
      env: { ...process.env, OUTLAY_LOG: "json" },
      stdio: ["ignore", "ignore", "inherit"],
    })
    let peak = 0
    const look = setInterval(() => {
      try {
        const { memory } = usageOf(child.pid ?? 0)
        if (memory > peak) peak = memory
      } catch {
        // It has just ended.
      }
    }, 50)
    child.once("exit", (code) => {
      clearInterval(look)
      if (code !== 0) reject(new Error(`outlay ${args[0]} ended with ${code}`))
      else resolve({ seconds: (performance.now() - started) / 1_000, peak })
    })
  })
