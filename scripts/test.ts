/**
 * The whole judgement on the workspace: the checks below, then every test. The last line is
 * "N passed, N failed": tests, plus each check or test file that broke as one failure.
 * Arguments select test files, as vitest's own do: `pnpm test topups`.
 */
import { spawnSync } from "node:child_process"
import { startVitest } from "vitest/node"

const turbo = ["turbo", "run", "--output-logs=errors-only", "--ui=stream"] as const

const build = [...turbo, "build"]
const checks = [
  [...turbo, "typecheck"],
  ["tsc", "--project", "tsconfig.json"],
  ["biome", "ci", "--error-on-warnings"],
  ["node", "scripts/check-packages.ts"],
]

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" }

const succeeds = ([command = "", ...args]: ReadonlyArray<string>): boolean => {
  const { status } = spawnSync(command, args, { stdio: "inherit", env })
  if (status !== 0) console.error(`failed: ${[command, ...args].join(" ")}`)
  return status === 0
}

const runTests = async (filters: Array<string>): Promise<{ passed: number; failed: number }> => {
  const vitest = await startVitest("test", filters, { run: true, watch: false })
  const modules = vitest.state.getTestModules()
  const states = modules.flatMap((module) => [...module.children.allTests()].map(stateOf))
  const broken = modules.filter((module) => module.errors().length > 0).length
  const unhandled = vitest.state.getUnhandledErrors().length
  await vitest.close()
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: states.filter((state) => state === "failed").length + broken + unhandled,
  }
}

const stateOf = (test: { result: () => { state: string } }): string => test.result().state

/** Without a build nothing else means anything, and a run without a test proves nothing. */
const judge = async (): Promise<{ passed: number; failed: number }> => {
  if (!succeeds(build)) return { passed: 0, failed: 1 }
  const broken = checks.filter((check) => !succeeds(check)).length
  const { passed, failed } = await runTests(process.argv.slice(2))
  return { passed, failed: failed + broken + (passed + failed === 0 ? 1 : 0) }
}

const { passed, failed } = await judge()
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
