/**
 * The whole judgement on the workspace: the checks below, then every test. The last line is
 * "N passed, N failed": tests, plus each check or test file that broke as one failure.
 * Arguments select test files, as vitest's own do: `pnpm test topups`.
 */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { startVitest } from "vitest/node"

const root = join(import.meta.dirname, "..")

/**
 * The compiler is written in Go, and collects what it will not need again: five times what it holds
 * before each time, in place of twice, a quarter of its time. Tests start it, too.
 */
process.env["GOGC"] ??= "400"

interface Command {
  readonly line: readonly [command: string, ...args: ReadonlyArray<string>]
  /** Of the workspace, where its own is another than the root; its programs are found there. */
  readonly folder?: string
}

/**
 * The compiler builds packages and checks tests in one process, which reads every file once. As
 * with `pnpm build`, but without what a task runner and a package manager take for each package.
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

/** Without its tests, whose types may be wrong while everything else is built. */
const { references } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"))
const paths = references.map(({ path }: { readonly path: string }) => path)
const product: Command = { line: ["tsc", "--build", ...paths] }

/** Runs a command; what it says is told when it has ended, in one piece. */
const succeeds = ({ line, folder = "." }: Command): Promise<boolean> =>
  new Promise((done) => {
    const [command, ...args] = line
    const cwd = join(root, folder)
    const PATH = [join(cwd, "node_modules/.bin"), process.env["PATH"]].join(delimiter)
    const env = { ...process.env, PATH }
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env })
    const said: Array<Buffer> = []
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (_) => said.push(_))
    child.once("error", (error) => said.push(Buffer.from(`${error.message}\n`)))
    child.once("close", (status) => {
      process.stdout.write(Buffer.concat(said))
      if (status !== 0) console.error(`failed in ${folder}: ${line.join(" ")}`)
      done(status === 0)
    })
  })

/** Whether commands succeed, one after another. */
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
  // What goes wrong at the end, such as files that tests have left, is in the exit code alone.
  const isUnclean = failed === 0 && (process.exitCode ?? 0) !== 0
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: failed + (isUnclean ? 1 : 0),
  }
}

const stateOf = (test: { result: () => { state: string } }): string => test.result().state

/** What does not need each other runs at once: a machine has two cores at least. */
const built = () =>
  Promise.all([
    succeeds(packageTypes),
    inOrder([consolePages, ...moreTypes]).then(([pages = false, ...types]) => ({ pages, types })),
    succeeds(lint),
  ])

/** Without a build nothing else means anything, and a run without a test proves nothing. */
const judge = async (): Promise<{ passed: number; failed: number }> => {
  const [areTyped, { pages, types }, isTidy] = await built()
  const outcomes = [areTyped, isTidy, ...types]
  const isBuilt = pages && (areTyped || (await succeeds(product)))
  const failures = () => outcomes.filter((isGood) => !isGood).length
  if (!isBuilt || !(await succeeds(program))) return { passed: 0, failed: Math.max(1, failures()) }
  // One core packs while the other begins with the tests, which change nothing that is packed.
  const packed = succeeds(packages)
  const { passed, failed } = await runTests(process.argv.slice(2))
  outcomes.push(await packed)
  const broken = failures()
  return { passed, failed: failed + broken + (passed + failed === 0 ? 1 : 0) }
}

const { passed, failed } = await judge()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
