import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { main, root } from "./outlay.ts"

/** Returns a Node that is too old, from the path or the usual folders; null if there is none. */
const oldNode = (): string | null => {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/bin", "/usr/local/bin"]
  const isOld = (node: string): boolean => {
    const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? ""
    const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number)
    return major >= 18 && (major < 22 || (major === 22 && minor < 19))
  }
  return folders.map((folder) => join(folder, "node")).find(isOld) ?? null
}

const node = oldNode()

/** Script of a program that embeds the engine. */
const embedding = `
const { SqliteStorage } = await import("@outlay/sqlite-storage")
const { Effect } = await import("effect")
const opened = Effect.provide(Effect.void, SqliteStorage.engine({ file: "embedded.db" }))
const failed = await Effect.runPromise(Effect.flip(opened))
process.stderr.write(failed.message)
process.exitCode = 1
`

test.for([
  ["the service", [main, "serve", "--port", "0"], 1],
  ["its version", [main, "--version"], 1],
  ["a command", [main, "migrate"], 1],
  ["the judge", [join(root, "packages/conformance-tests/dist/cli/main.js"), "--help"], 4],
  ["an embedded storage", ["--input-type=module", "--eval", embedding], 1],
] as const)("an old Node running %s prints what is required", ([, args, status], { skip }) => {
  if (node === null) return skip("there is no Node here that is too old")
  const run = spawnSync(node, [...args], { cwd: join(root, "apps/api"), encoding: "utf8" })
  expect({ status: run.status, signal: run.signal, out: run.stdout }).toEqual({
    ...{ status, signal: null, out: "" },
  })
  expect(run.stderr).toMatch(/22\.19 or (newer|later)\b.*\bthis is (18|19|20|21|22)\./u)
  expect(existsSync(join(root, "apps/api/embedded.db"))).toBe(false)
})
