import { type ChildProcess, execFile, spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { bundled } from "../../../scripts/bundle.ts"
import { remove, temporaryFolder } from "../../../scripts/temporary.ts"
import { runInProcess } from "./in-process.ts"

export const root = join(import.meta.dirname, "../../..")
const built = join(root, "apps/api/dist/main.js")
/** The program as it is published. */
export const shipped = join(root, "apps/api/bundle/main.js")

if (!(existsSync(built) && existsSync(shipped)))
  throw new Error("build first: pnpm --filter outlay build")

/** The program as tests start it. Bundled, it starts in a fifth of the time. */
export const main = await bundled(built)

/** Environment of a command, without the settings of this process. */
const environment = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("OUTLAY_")),
  ),
  NO_COLOR: "1",
  ...variables,
})

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Creates a separate folder in which commands run. Its database is `data/outlay.db`. */
export const workplace = (folder = temporaryFolder("app")) => {
  const path = (name: string) => join(folder, name)

  /** Runs a command in this process, because starting one takes longer than most commands. */
  const outlay = (
    args: ReadonlyArray<string>,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Ended> => runInProcess(args, folder, environment(variables))

  /** Runs a command as published, in a separate process. Used once for each command. */
  const outlayProcess = (
    args: ReadonlyArray<string>,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Ended> =>
    new Promise((done) => {
      const options = { cwd: folder, env: environment(variables), maxBuffer: 1 << 26 }
      execFile(process.execPath, [shipped, ...args], options, (error, out, err) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1
        done({ code, out, err })
      })
    })

  /** Returns the JSON document that a command prints; the command must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type of the document
  const document = async (args: ReadonlyArray<string>): Promise<any> => {
    const { code, out, err } = await outlay([...args, "--json"])
    if (code !== 0) throw new Error(`outlay ${args.join(" ")} ended with ${code}: ${err}`)
    return JSON.parse(out)
  }

  /** Starts a command that keeps running. */
  const begin = (
    args: ReadonlyArray<string>,
    variables: Readonly<Record<string, string>> = {},
    program = main,
  ): ChildProcess =>
    spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: environment(variables),
      stdio: ["ignore", "pipe", "pipe"],
    })

  return {
    folder,
    path,
    outlay,
    outlayProcess,
    document,
    begin,
    leave: () => remove(folder),
  }
}

/** Returns the exit code or signal of a process. */
export const ended = (child: ChildProcess): Promise<number | NodeJS.Signals | null> =>
  new Promise((done) => {
    const how = child.exitCode ?? child.signalCode
    if (how !== null) done(how)
    else child.once("exit", (code, signal) => done(code ?? signal))
  })

/** Collects the output of a process. */
export const watched = (child: ChildProcess) => {
  const text = { out: "", err: "" }
  child.stdout?.on("data", (chunk) => {
    text.out += String(chunk)
  })
  child.stderr?.on("data", (chunk) => {
    text.err += String(chunk)
  })
  return text
}
