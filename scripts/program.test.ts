import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire, isBuiltin } from "node:module"
import { join } from "node:path"
import { expect, test } from "vitest"
import { outcomes } from "../apps/api/src/thumbnails/bounds.ts"
import { png } from "../apps/api/test/receipts.ts"
import { layOut, packagesIn } from "./program.ts"
import { temporaryFolder } from "./temporary.ts"

const { hooks } = createRequire(import.meta.url)("../.pnpmfile.cjs")
const root = join(import.meta.dirname, "..")
const manifest = JSON.parse(readFileSync(join(root, "apps/api/package.json"), "utf8"))

const folder = temporaryFolder("program")
const output = await layOut(folder, { thumbnails: true })
const bundle = join(folder, "bundle")
const texts = readdirSync(bundle)
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(join(bundle, name), "utf8"))

/** Modules that the bundle imports from outside. */
const outside = new Set(
  output.output
    .flatMap((file) => (file.type === "chunk" ? [...file.imports, ...file.dynamicImports] : []))
    .filter((name) => !(isBuiltin(name) || existsSync(join(bundle, name)))),
)

test("the bundle imports the addon of SQLite, optionally sharp, and nothing else", () => {
  expect([...outside].sort()).toEqual(["better-sqlite3", "sharp"])
})

test("sharp draws if it is installed; otherwise the exit code shows that it is missing", () => {
  const draw = (script: string) => spawnSync(process.execPath, [script], { env: {}, input: png() })
  const { status, stdout } = draw(join(bundle, "thumbnail-process.js"))
  expect([status, stdout.subarray(8, 12).toString()]).toEqual([0, "WEBP"])
  const alone = temporaryFolder("alone")
  cpSync(bundle, alone, { recursive: true })
  writeFileSync(join(alone, "package.json"), '{"type":"module"}')
  expect(draw(join(alone, "thumbnail-process.js")).status).toBe(outcomes.noSharp)
})

test("the source text that Node keeps in memory has no comments", () => {
  expect(texts.filter((text) => /^\s*\/\*\*/mu.test(text))).toEqual([])
})

test("the published package depends on these and on the console", () => {
  const packed = hooks.beforePacking(structuredClone(manifest))
  const needed = { ...packed.dependencies, ...packed.optionalDependencies }
  expect(Object.keys(needed).sort()).toEqual([...outside, "@outlay/console"].sort())
  expect(packed.dependencies).not.toHaveProperty("sharp")
  const other = { name: "@outlay/domain", dependencies: { effect: "4.1.0" } }
  expect(hooks.beforePacking(structuredClone(other))).toEqual(other)
})

test("the program loads node:http, and not Node's own HTTP client with it", () => {
  const used = texts.filter((text) => text.includes('process.getBuiltinModule("node:http")'))
  expect(used.length).toBeGreaterThan(0)
  const imports = output.output.flatMap((file) => (file.type === "chunk" ? file.imports : []))
  expect(imports.filter((name) => /^(?:node:)?http$/u.test(name))).toEqual([])
})

const chunks = output.output.filter((file) => file.type === "chunk")

/** Modules of a file of the bundle and of all files that it imports statically. */
const modulesOf = (name: string, seen = new Set<string>()): ReadonlyArray<string> => {
  const chunk = chunks.find(({ fileName }) => fileName === name)
  if (chunk === undefined || seen.has(name)) return []
  seen.add(name)
  return [...chunk.moduleIds, ...chunk.imports.flatMap((each) => modulesOf(each, seen))]
}

test.each([
  ["program", ["/effect/dist/cli/Command.js"], ["/kysely/", "/sql-storage/", "/nodemailer/"]],
  ["serve", ["/kysely/", "/http-server/"], ["/nodemailer/", "/openid-client/", "/pg/"]],
])("%s loads what it needs at the start, and the rest on demand", (name, needed, later) => {
  const file = chunks.find(({ moduleIds }) =>
    moduleIds.some((id) =>
      id.endsWith(`apps/api/dist/${name === "serve" ? "server/" : ""}${name}.js`),
    ),
  )
  const modules = modulesOf(file?.fileName ?? "")
  const isIn = (part: string) => modules.some((id) => id.includes(part))
  expect(needed.filter((part) => !isIn(part))).toEqual([])
  expect(later.filter(isIn)).toEqual([])
})

test("every worker thread is in the place where the bundle looks for it", () => {
  const threads = texts.flatMap((text) => [
    ...text.matchAll(/new URL\(`\.\/([a-z-]+)\$\{extname\(import\.meta\.url\)\}`/gu),
  ])
  expect(threads.map(([, name]) => name).sort()).toEqual([
    ...["checkpoint-thread", "import-process", "scalar", "thumbnail-process"],
  ])
  for (const [, name] of threads) expect(existsSync(join(bundle, `${name}.js`)), name).toBe(true)
})

test("the compiler of schemas is switched on in it", () => {
  const modules = output.output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
  expect(modules.filter((id) => id.endsWith("/SchemaJITCompiler/enable.js"))).toHaveLength(1)
})

test("the licence of every bundled package is included", () => {
  const text = readFileSync(join(bundle, "LICENSES.md"), "utf8")
  const sections = text.split(/^# (?=\S+ \d\S* \()/mu).slice(1)
  expect(sections.map((section) => section.split(" (")[0])).toEqual([...packagesIn(output).keys()])
  expect(sections.map((section) => section.split(" ")[0])).toEqual(
    expect.arrayContaining(["effect", "kysely", "pg", "nodemailer", "openid-client"]),
  )
  const withoutText = sections.filter(
    (section) => !/permission|unlicense|^Copyright/imu.test(section),
  )
  expect(withoutText.map((section) => section.split("\n")[0])).toEqual([])
})
