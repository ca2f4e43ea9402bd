/**
 * Checks the whole workspace: the commands below, then every test. The last line is "N passed, N
 * failed": tests, plus one failure for each command or test file that failed. Arguments select test
 * files, as in vitest: `pnpm test topups`.
 */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { startVitest } from "vitest/node"

const root = join(import.meta.dirname, "..")

/**
 * Lets the compiler, which is written in Go, collect garbage only after its heap has grown
 * fivefold, instead of twofold. That saves a quarter of its time. Tests also start it.
 */
process.env["GOGC"] ??= "400"

interface Command {
  readonly line: readonly [command: string, ...args: ReadonlyArray<string>]
  /**
   * Folder of the workspace to run in; defaults to the root. Programs are also found in its
   * `node_modules`.
   */
  readonly folder?: string
}

/**
 * Builds packages and checks tests in one compiler process, which reads every file once. The result
 * is that of `pnpm build`, without the overhead of a task runner and a package manager for each
 * package.
 */
const packageTypes: Command = { line: ["tsc", "--build"] }
const program: Command = { line: ["node", "scripts/program.ts"] }
const consolePages: Command = { line: ["node", "scripts/build.ts"], folder: "apps/console" }
const lint: Command = { line: ["biome", "ci", "--error-on-warnings"] }
const packages: Command = { line: ["node", "scripts/check-packages.ts"] }
const moreTypes: ReadonlyArray<Command> = ["apps/console", "apps/site"].map((folder) => ({
  line: ["tsc", "--project", "tsconfig.json", "--noEmit"],
  folder,
}))

/**
 * Builds the packages without their tests, so that errors in the types of tests do not stop the
 * build.
 */
const { references } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"))
const paths = references.map(({ path }: { readonly path: string }) => path)
const product: Command = { line: ["tsc", "--build", ...paths] }

/** Runs a command and prints its output in one piece when it has ended. */
const succeeds = ({ line, folder = "." }: Command): Promise<boolean> =>
  new Promise((done) => {
    const [command, ...args] = line
    const cwd = join(root, folder)
    const PATH = [join(cwd, "node_modules/.bin"), process.env["PATH"]].join(delimiter)
    const env = { ...process.env, PATH }
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env })
    const output: Array<Buffer> = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (_) => output.push(_))
    child.once("error", (error) => output.push(Buffer.from(`${error.message}\n`)))
    child.once("close", (status) => {
      process.stdout.write(Buffer.concat(output))
      if (status !== 0) console.error(`failed in ${folder}: ${line.join(" ")}`)
      done(status === 0)
    })
  })

/** Runs commands one after another and returns whether each succeeded. */
const inOrder = async (commands: ReadonlyArray<Command>): Promise<ReadonlyArray<boolean>> => {
  const outcomes: Array<boolean> = []
  for (const command of commands) outcomes.push(await succeeds(command))
  return outcomes
}

const runTests = async (filters: Array<string>): Promise<{ passed: number; failed: number }> => {
  const vitest = await startVitest("test", filters, { run: true, watch: false })
  const modules = vitest.state.getTestModules()
  const states = modules.flatMap((module) => [...module.children.allTests()].map(stateOf))
  const broken = modules.filter((module) => module.errors().length > 0).length
  const unhandled = vitest.state.getUnhandledErrors().length
  const failed = states.filter((state) => state === "failed").length + broken + unhandled
  await vitest.close()
  // Errors at the end, such as files that tests have left, are only in the exit code.
  const isUnclean = failed === 0 && (process.exitCode ?? 0) !== 0
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: failed + (isUnclean ? 1 : 0),
  }
}

const stateOf = (test: { result: () => { state: string } }): string => test.result().state

/** Runs independent commands at the same time: every machine has at least two cores. */
const built = () =>
  Promise.all([
    succeeds(packageTypes),
    inOrder([consolePages, ...moreTypes]).then(([pages = false, ...types]) => ({ pages, types })),
    succeeds(lint),
  ])

/** Without a build, other results mean nothing, and a run without a test proves nothing. */
const judge = async (): Promise<{ passed: number; failed: number }> => {
  const [areTyped, { pages, types }, isTidy] = await built()
  const outcomes = [areTyped, isTidy, ...types]
  const isBuilt = pages && (areTyped || (await succeeds(product)))
  const failures = () => outcomes.filter((isGood) => !isGood).length
  if (!isBuilt || !(await succeeds(program))) return { passed: 0, failed: Math.max(1, failures()) }
  // One core packs while the other starts the tests, which change nothing that is packed.
  const packed = succeeds(packages)
  const { passed, failed } = await runTests(process.argv.slice(2))
  outcomes.push(await packed)
  const broken = failures()
  return { passed, failed: failed + broken + (passed + failed === 0 ? 1 : 0) }
}

const { passed, failed } = await judge()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
