import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { Worker } from "node:worker_threads"
import type { Load, LoadResult } from "./load.ts"

/** A server that runs in a process of its own. */
export interface Running {
  readonly port: number
  /** Milliseconds from its start to its first word. */
  readonly ready: number
  /** What it holds in memory, in MiB. */
  readonly memory: () => number
  readonly stop: () => Promise<void>
}

/** Starts a program of node's that says on which port it listens. */
export const start = (args: ReadonlyArray<string>): Promise<Running> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    const child: ChildProcess = spawn(process.execPath, args, {
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
        port: Number(port),
        ready: performance.now() - started,
        memory: () => memoryOf(child.pid ?? 0),
        stop: async () => {
          child.kill("SIGTERM")
          await ended
        },
      })
    })
  })

const memoryOf = (pid: number): number => {
  const kib = /^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kib) / 1_024
}

/** Puts a server under load, from a thread of its own. */
export const load = (options: Load): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./load.ts", import.meta.url), { workerData: options })
    worker.once("error", reject)
    worker.once("message", (result: LoadResult & { readonly error?: string }) => {
      worker.terminate()
      if (result.error !== undefined) reject(new Error(result.error))
      else resolve(result)
    })
  })
