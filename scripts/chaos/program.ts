/** Programs that run on the hosts and are restarted after they were killed. */
import { type ChildProcess, spawn } from "node:child_process"
import { appendFileSync, openSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Host, onHost } from "./network.ts"
import { fakeTime } from "./tools.ts"

/** Program of which a host runs one instance. */
export interface Program {
  readonly host: Host
  readonly name: string
  readonly args: ReadonlyArray<string>
  /** Folder of its log files. */
  readonly logs: string
  readonly env?: NodeJS.ProcessEnv
  readonly isRoot?: boolean
  /** True if its clock can be shifted. */
  readonly hasClock?: boolean
}

const running = new Map<Program, ChildProcess>()

const clockOf = (folder: string, host: Host): string => join(folder, `${host}.time`)

/** Shifts the clock of a host's programs that have `hasClock`, in seconds. */
export const shiftClock = (folder: string, host: Host, seconds: number): void =>
  writeFileSync(clockOf(folder, host), `${seconds < 0 ? "" : "+"}${seconds}\n`)

/** Returns the start of a command line for a program whose clock can be shifted. */
export const clock = (folder: string, host: Host): ReadonlyArray<string> => {
  const library = fakeTime()
  if (library === null) return []
  const file = clockOf(folder, host)
  return [
    ...["env", `LD_PRELOAD=${library}`, `FAKETIME_TIMESTAMP_FILE=${file}`],
    ...["FAKETIME_DONT_FAKE_MONOTONIC=1", "FAKETIME_CACHE_DURATION=1", "FAKETIME_DISABLE_SHM=1"],
  ]
}

const asPostgres = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--init-groups"]

export const isRunning = (program: Program): boolean => {
  const child = running.get(program)
  return child !== undefined && child.exitCode === null && child.signalCode === null
}

/** Starts the program unless it is running. */
export const start = (program: Program): void => {
  if (isRunning(program)) return
  const { host, name, args, logs, env, isRoot = false, hasClock = false } = program
  const [command = "", ...rest] = onHost(
    host,
    ...(isRoot ? [] : asPostgres),
    ...(hasClock ? clock(logs, host) : []),
    ...args,
  )
  const log = join(logs, `${host}-${name}.log`)
  appendFileSync(log, `--- start\n`)
  const out = openSync(log, "a")
  const child = spawn(command, rest, {
    cwd: logs,
    env: env ?? { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" },
    stdio: ["ignore", out, out],
  })
  child.on("error", (error) => appendFileSync(log, `${error.message}\n`))
  running.set(program, child)
}

/** Sends a signal and waits until the program has exited. */
export const stop = (program: Program, name: NodeJS.Signals): Promise<void> => {
  const child = running.get(program)
  if (child === undefined || !isRunning(program)) return Promise.resolve()
  return new Promise((resolve) => {
    child.once("exit", () => resolve())
    child.kill(name)
  })
}
