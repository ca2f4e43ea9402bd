import { Console as NodeConsole } from "node:console"
import { Console, Effect, Layer, Stdio } from "effect"
import { capture } from "../../../scripts/capture.ts"
import { run } from "../src/cli.ts"
import { nodeServices } from "../src/node-services.ts"
import { outcomeOf } from "../src/outcome.ts"
import { version } from "../src/version.ts"
import type { Ended } from "./outlay.ts"

/** Replaces the environment of this process. Returns a function that restores it. */
const withEnvironment = (environment: NodeJS.ProcessEnv) => {
  const before = { ...process.env }
  const set = (to: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) {
      if (!(name in to)) delete process.env[name]
    }
    for (const [name, value] of Object.entries(to)) {
      if (process.env[name] !== value) process.env[name] = value
    }
  }
  set(environment)
  return () => set(before)
}

/** Runs a command, and restores everything that it changes in the process. */
const runNow = async (
  args: ReadonlyArray<string>,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<Ended> => {
  const { exitCode } = process
  const cwd = process.cwd()
  const restore = withEnvironment(environment)
  const [out, err] = [capture(process.stdout), capture(process.stderr)]
  process.chdir(folder)
  process.exitCode = undefined
  try {
    const console = new NodeConsole(process.stdout, process.stderr)
    const given = Stdio.layerTest({ args: Effect.succeed(args) })
    const program = run(version).pipe(
      Effect.provideService(Console.Console, console),
      Effect.provide(Layer.merge(nodeServices, given)),
    )
    const exit = await Effect.runPromiseExit(program)
    const { code, report } = outcomeOf(exit, process.exitCode)
    return { code, out: out.text(), err: err.text() + report }
  } finally {
    process.exitCode = exitCode
    process.chdir(cwd)
    err.giveBack()
    out.giveBack()
    restore()
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command in this process. A process has one working folder, one environment and one
 * standard output, so commands run one after another.
 */
export const runInProcess = (...given: Parameters<typeof runNow>): Promise<Ended> => {
  const run = last.then(() => runNow(...given))
  last = run.catch(() => undefined)
  return run
}
