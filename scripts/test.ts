/**
 * The whole judgement on the workspace: the checks below, then every test. The last line is
 * "N passed, N failed": tests, plus each check or test file that broke as one failure.
 * Arguments select test files, as vitest's own do: `pnpm test topups`.
 */
import { spawn } from "node:child_process"
import { startVitest } from "vitest/node"

const turbo = ["turbo", "run", "--output-logs=errors-only", "--ui=stream"] as const

type Command = readonly [command: string, ...args: ReadonlyArray<string>]

/**
 * What does not need each other runs at once: a machine has two cores at least. Tests wait for the
 * checks of types, which may make the console's pages again.
 */
const build: Command = [...turbo, "build"]
const lint: Command = ["biome", "ci", "--error-on-warnings"]
const checks: ReadonlyArray<ReadonlyArray<Command>> = [
  [
    ["tsc", "--project", "tsconfig.json"],
    [...turbo, "typecheck"],
  ],
  [["node", "scripts/check-packages.ts"]],
]

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" }

/** Runs a command; what it says is told when it has ended, in one piece. */
const succeeds = ([command, ...args]: Command): Promise<boolean> =>
  new Promise((done) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env })
    const said: Array<Buffer> = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (_) => said.push(_))
    child.once("error", (error) => said.push(Buffer.from(`${error.message}\n`)))
    child.once("close", (status) => {
      process.stdout.write(Buffer.concat(said))
      if (status !== 0) console.error(`failed: ${[command, ...args].join(" ")}`)
      done(status === 0)
    })
  })

/** How many commands fail, one after another. */
const failuresOf = async (commands: ReadonlyArray<Command>): Promise<number> => {
  let failures = 0
  for (const command of commands) failures += (await succeeds(command)) ? 0 : 1
  return failures
}

const runTests = async (filters: Array<string>): Promise<{ passed: number; failed: number }> => {
  const vitest = await startVitest("test", filters, { run: true, watch: false })
  const modules = vitest.state.getTestModules()
  const states = modules.flatMap((module) => [...module.children.allTests()].map(stateOf))
  const broken = modules.filter((module) => module.errors().length > 0).length
  const unhandled = vitest.state.getUnhandledErrors().length
  const failed = states.filter((state) => state === "failed").length + broken + unhandled
  await vitest.close()
  // What goes wrong at the end, such as files that tests have left, is in the exit code alone.
  const isUnclean = failed === 0 && (process.exitCode ?? 0) !== 0
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: failed + (isUnclean ? 1 : 0),
  }
}

const stateOf = (test: { result: () => { state: string } }): string => test.result().state

/** Without a build nothing else means anything, and a run without a test proves nothing. */
const judge = async (): Promise<{ passed: number; failed: number }> => {
  const [isBuilt, isTidy] = await Promise.all([succeeds(build), succeeds(lint)])
  if (!isBuilt) return { passed: 0, failed: isTidy ? 1 : 2 }
  const failures = await Promise.all(checks.map(failuresOf))
  const broken = failures.reduce((sum, each) => sum + each, isTidy ? 0 : 1)
  const { passed, failed } = await runTests(process.argv.slice(2))
  return { passed, failed: failed + broken + (passed + failed === 0 ? 1 : 0) }
}

const { passed, failed } = await judge()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
