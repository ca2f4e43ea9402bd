import { type ChildProcess, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "./ports.ts"

/** The product in a child process, over a database that is removed with it. */
export interface Served {
  readonly url: string
  readonly operatorToken: string
  /** Kills the process with SIGKILL and starts it again at the same address. */
  readonly crash: () => Promise<void>
  readonly stop: () => Promise<void>
}

const built = new URL("../apps/api/dist/main.js", import.meta.url).pathname

const listening = (child: ChildProcess): Promise<URL> =>
  new Promise((ready, failed) => {
    let output = ""
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /listening on (http:\S+)/u.exec(output)?.[1]
      if (address !== undefined) ready(new URL(address))
    }
    child.stdout?.on("data", hear)
    child.stderr?.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once("exit", (code) => failed(new Error(`outlay serve ended with ${code}: ${output}`)))
  })

const ended = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((done) => {
    child.removeAllListeners("exit")
    // The process may already have exited.
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once("exit", () => done())
    child.kill(signal)
  })

/**
 * Starts the built product, from this workspace or another path, as a sandbox with the operator's
 * API.
 */
export const serveProduct = async (main = built, databaseUrl = ""): Promise<Served> => {
  const folder = mkdtempSync(join(tmpdir(), "outlay-judged-"))
  const operatorToken = randomBytes(24).toString("hex")
  const start = (port: number): ChildProcess =>
    spawn(process.execPath, [main, "serve", "--port", String(port)], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        OUTLAY_OPERATOR_TOKEN: operatorToken,
        OUTLAY_DATABASE_URL: databaseUrl,
        OUTLAY_SANDBOX: "true",
        // Too high to be reached, and low enough to appear in the headers of every response.
        OUTLAY_RATE_LIMIT: "1000000/60",
        OUTLAY_LOG: "json",
      },
    })
  let child = start(await freePort())
  const url = await listening(child)
  return {
    url: url.origin,
    operatorToken,
    crash: async () => {
      await ended(child, "SIGKILL")
      child = start(Number(url.port))
      await listening(child)
    },
    stop: async () => {
      await ended(child, "SIGTERM")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
