import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Server in a child process. */
export interface Running {
  readonly name: string
  readonly port: number
  /** Milliseconds from its start to its first output. */
  readonly ready: number
  readonly usage: () => Usage
  /** Resident memory of its child processes in MiB. */
  readonly helpers: () => number
  readonly stop: () => Promise<void>
}

/** Resources that a process has used so far. */
export interface Usage {
  /** CPU seconds of all its threads, in user and kernel mode. */
  readonly cpu: number
  /** Resident memory, in MiB. */
  readonly memory: number
  /** Bytes that it caused to be written to the disk. */
  readonly written: number
}

/** Clock ticks per second in `/proc`; the same on every current Linux. */
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

/** Children that exit during the measurement are not counted. */
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

/** Starts a Node program that prints the port on which it listens. */
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
    let output = ""
    child.once("exit", (code) => reject(new Error(`${args[0]} ended with ${code}: ${output}`)))
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      const port = /listening (?:on http:\/\/[^:]+:)?(\d+)/u.exec(output)?.[1]
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

/**
 * Starts the service on a file as an operator does. Its rate limit is enabled, but too high to be
 * reached.
 */
export const outlay = (file: string): Promise<Running> => outlayOn(`sqlite:${file}`)

/** Starts the service on any database. */
export const outlayOn = (url: string): Promise<Running> =>
  start("Outlay", [main, "serve"], {
    OUTLAY_DATABASE_URL: url,
    OUTLAY_LOG: "json",
    OUTLAY_OPERATOR_TOKEN: operatorToken,
    OUTLAY_PORT: "0",
    OUTLAY_RATE_LIMIT: "100000000/60",
  })

/** Runs an `outlay` command and returns its duration in seconds and its peak memory in MiB. */
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
        // The process has just exited.
      }
    }, 50)
    child.once("exit", (code) => {
      clearInterval(look)
      if (code !== 0) reject(new Error(`outlay ${args[0]} ended with ${code}`))
      else resolve({ seconds: (performance.now() - started) / 1_000, peak })
    })
  })
