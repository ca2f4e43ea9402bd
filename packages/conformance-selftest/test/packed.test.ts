import { execFile, execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { servedReference } from "../src/reference/provisioner.ts"

/** Environment of a user: an empty folder, npm, and the tarball that would be published. */
const folder = mkdtempSync(join(tmpdir(), "outlay-packed-"))
const published = join(import.meta.dirname, "../../conformance-tests")
// Environment that omits the variables that pnpm sets for the commands of a workspace.
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|pnpm_|NODE_PATH$)/iu.test(name)),
  ),
  PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
  NO_COLOR: "1",
}

/** In bytes, as pnpm packs it: it has 1,113 kB, and the self-test would add 170 kB. */
const largestTarball = 1_123_000

const within = (command: string, args: ReadonlyArray<string>): string =>
  execFileSync(command, args, {
    cwd: folder,
    env,
    encoding: "utf8",
    stdio: "pipe",
  })

let tarball = ""

beforeAll(() => {
  execFileSync("pnpm", ["pack", "--pack-destination", folder], { cwd: published, stdio: "pipe" })
  tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? ""
  writeFileSync(join(folder, "package.json"), '{"private": true}')
  within("npm", ["install", "--no-audit", "--no-fund", `./${tarball}`])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("the installed package has its dependencies and no other package of Outlay", () => {
  expect(readdirSync(join(folder, "node_modules", "@outlay"))).toEqual(["conformance-tests"])
  expect(readdirSync(join(folder, "node_modules"))).not.toContain("effect")
})

test("the tarball contains nothing of the self-test and no test", () => {
  const paths = within("tar", ["-tzf", tarball]).split("\n")
  expect(paths).toContain("package/dist/cli/main.js")
  expect(paths.filter((path) => /selftest|mutant|dumb|careless|\.test\./u.test(path))).toEqual([])
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(published, "package.json"), "utf8"),
  )
  expect(Object.keys(dependencies)).toEqual(["ajv", "ajv-formats"])
  expect(Object.keys(peerDependencies)).toEqual(["@outlay/domain", "effect"])
  expect(statSync(join(folder, tarball)).size).toBeLessThan(largestTarball)
})

/** The command that npx starts, called directly to save the time of npx itself. */
const command = join(folder, "node_modules/.bin/outlay-conformance")

test("npx runs it", () => {
  const listed = JSON.parse(within("npx", ["outlay-conformance", "list", "--json"]))
  expect(listed.length).toBeGreaterThan(180)
  expect(within(command, ["explain", "topups.exact"])).toContain("Accepted")
})

test("it tests a server on the loopback interface and writes the report", async () => {
  const server = await servedReference()
  try {
    const run = "run --profile smoke,write --report html,json --provision-url"
    const args = [...run.split(" "), `${server.url}/provision`]
    const { stdout } = await promisify(execFile)(command, args, {
      cwd: folder,
      env,
    })
    expect(stdout).toMatch(/\n\d\d+ passed, 0 failed, 0 untestable, 0 blocked, in [\d.]+ s\n$/u)
    expect(readdirSync(join(folder, "results"))).toEqual(["report.html", "report.json"])
  } finally {
    await server.close()
  }
})

test("a program imports it", () => {
  const program = [
    'import { runConformance, requirements, reportSchema } from "@outlay/conformance-tests"',
    "console.log(typeof runConformance, requirements.length > 180, reportSchema.title)",
  ].join("\n")
  writeFileSync(join(folder, "program.mjs"), program)
  expect(within(process.execPath, ["program.mjs"]).trim()).toBe(
    "function true A report of outlay-conformance",
  )
})
