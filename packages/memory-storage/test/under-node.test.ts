import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { expect, test } from "vitest"

/** Returns the results of the suite under `node --test`, and its exit code. */
const underNode = (env: { readonly [name: string]: string }) => {
  const args = ["--test", "--test-reporter=tap", join(import.meta.dirname, "under-node.ts")]
  const options = { env: { ...process.env, ...env }, encoding: "utf8" } as const
  const { status, stdout } = spawnSync(process.execPath, args, options)
  const figure = (name: string) => Number(stdout.match(new RegExp(`^# ${name} (\\d+)$`, "mu"))?.[1])
  return { status, stdout, passed: figure("pass"), failed: figure("fail") }
}

test("suites run under node:test, and a correct storage passes", () => {
  const { status, passed, failed } = underNode({})
  expect({ status, failed }).toEqual({ status: 0, failed: 0 })
  expect(passed).toBeGreaterThan(3)
})

test("a storage that saves nothing fails under node:test with an assertion error", () => {
  const { status, stdout, failed } = underNode({ FORGETFUL: "1" })
  expect(status).toBe(1)
  expect(failed).toBeGreaterThan(0)
  expect(stdout).toContain("ERR_ASSERTION")
})
