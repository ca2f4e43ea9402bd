import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { type Provisioner, ProvisioningFailed } from "../../interface/provisioning.ts"
import { type Carry, messages } from "./messages.ts"

export interface CommandOptions {
  /**
   * A command line for the shell; the command uses standard input and output until its input ends.
   */
  readonly command: string
  readonly cwd?: string
  /** Timeout of one response in milliseconds. */
  readonly timeout?: number
}

const defaultTimeout = 120_000
/** Time to respond to `stop`, and then to end once its input has ended. */
const farewell = 10_000
const grace = 2_000
const longestShown = 2_000

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (fault: ProvisioningFailed) => void
  readonly timer: NodeJS.Timeout
}

/** Kills the shell with its child processes. Does nothing if all have ended. */
const kill = (child: ChildProcess) => {
  if (child.pid === undefined) return
  try {
    if (process.platform === "win32") child.kill("SIGKILL")
    else process.kill(-child.pid, "SIGKILL")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error
  }
}

/** Starts a command and tracks its pending responses. */
const open = ({ command, cwd, timeout = defaultTimeout }: CommandOptions) => {
  const detached = process.platform !== "win32"
  const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "pipe"], cwd, detached })
  // The end of this process also ends the command.
  const killNow = () => kill(child)
  process.once("exit", killNow)
  const waiting = new Map<number, Waiting>()
  let ended: string | null = null
  let errorOutput = ""
  let count = 0

  const faultOf = (what: string) => {
    const shown = errorOutput === "" ? "" : `; it said: ${errorOutput.trim()}`
    return new ProvisioningFailed(`The provisioner "${command}" ${what}${shown}`)
  }
  const endAll = (what: string) => {
    ended ??= what
    for (const [id, { reject, timer }] of [...waiting]) {
      clearTimeout(timer)
      waiting.delete(id)
      reject(faultOf(what))
    }
  }
  const take = (line: string) => {
    if (line.trim() === "") return
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return endAll(`printed a line that is not JSON: ${line.slice(0, longestShown)}`)
    }
    const { id, ...response }: { readonly id?: unknown } =
      typeof value === "object" && value !== null ? value : {}
    const pending = typeof id === "number" ? waiting.get(id) : undefined
    if (pending === undefined)
      return endAll(`answered a message that was not sent: ${line.slice(0, 200)}`)
    clearTimeout(pending.timer)
    waiting.delete(id as number)
    pending.resolve(response)
  }

  child.stderr.on("data", (bytes) => {
    errorOutput = (errorOutput + String(bytes)).slice(-longestShown)
  })
  child.stdin.on("error", () => undefined)
  child.on("error", (error) => endAll(`did not start: ${error.message}`))
  const closed = new Promise<void>((done) => {
    child.on("close", (code, signal) => {
      endAll(`ended ${signal === null ? `with code ${code}` : `by ${signal}`}`)
      done()
    })
  })
  createInterface({ input: child.stdout }).on("line", take)

  const carry: Carry = (request) =>
    new Promise((resolve, reject) => {
      if (ended !== null) return reject(faultOf(ended))
      const id = ++count
      const timeLimitMs = request.message === "stop" ? Math.min(timeout, farewell) : timeout
      const giveUp = () => {
        waiting.delete(id)
        reject(faultOf(`did not answer "${request.message}" within ${timeLimitMs / 1_000} s`))
      }
      waiting.set(id, { resolve, reject, timer: setTimeout(giveUp, timeLimitMs) })
      child.stdin.write(`${JSON.stringify({ id, ...request })}\n`)
    })

  const close = async () => {
    child.stdin.end()
    const timer = setTimeout(killNow, grace)
    await closed
    clearTimeout(timer)
    // Ends background processes of the command that have closed its output.
    killNow()
    process.removeListener("exit", killNow)
  }
  return { carry, close }
}

/**
 * A provisioner that is a command: one message per line, one response per line, matched by `id`.
 */
export const command = (options: CommandOptions): Provisioner => {
  const { carry, close } = open(options)
  return messages(carry, close)
}
