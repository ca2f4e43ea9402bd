import { existsSync, readdirSync, readFileSync } from "node:fs"
import { createRequire, isBuiltin } from "node:module"
import { join } from "node:path"
import { expect, test } from "vitest"
import { layOut, packagesIn } from "./program.ts"
import { temporaryFolder } from "./temporary.ts"

const { hooks } = createRequire(import.meta.url)("../.pnpmfile.cjs")
const root = join(import.meta.dirname, "..")
const manifest = JSON.parse(readFileSync(join(root, "apps/api/package.json"), "utf8"))

const folder = temporaryFolder("program")
const output = await layOut(folder)
const bundle = join(folder, "bundle")
const texts = readdirSync(bundle)
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(join(bundle, name), "utf8"))

/** What code asks for that is not in the bundle. */
const outside = new Set(
  output.output
    .flatMap((file) => (file.type === "chunk" ? [...file.imports, ...file.dynamicImports] : []))
    .filter((name) => !(isBuiltin(name) || existsSync(join(bundle, name)))),
)

test("the bundle asks for the addon of SQLite, and for nothing else", () => {
  expect([...outside]).toEqual(["better-sqlite3"])
})

test("the package that is published depends on that and on the console", () => {
  const packed = hooks.beforePacking(structuredClone(manifest))
  expect(Object.keys(packed.dependencies).sort()).toEqual([...outside, "@outlay/console"].sort())
  const other = { name: "@outlay/domain", dependencies: { effect: "4.1.0" } }
  expect(hooks.beforePacking(structuredClone(other))).toEqual(other)
})

const chunks = output.output.filter((file) => file.type === "chunk")

/** The modules of a file of the bundle and of all that it cannot do without. */
const modulesOf = (name: string, seen = new Set<string>()): ReadonlyArray<string> => {
  const chunk = chunks.find(({ fileName }) => fileName === name)
  if (chunk === undefined || seen.has(name)) return []
  seen.add(name)
  return [...chunk.moduleIds, ...chunk.imports.flatMap((each) => modulesOf(each, seen))]
}

test.each([
  ["program", ["/effect/dist/cli/Command.js"], ["/kysely/", "/sql-storage/", "/nodemailer/"]],
  ["serve", ["/kysely/", "/http-server/"], ["/nodemailer/", "/openid-client/", "/pg/"]],
])("%s loads what it needs, and later what it may need", (name, needed, later) => {
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

test("every thread lies where the bundle looks for it", () => {
  const threads = texts.flatMap((text) => [
    ...text.matchAll(/new URL\(`\.\/([a-z-]+)\$\{extname\(import\.meta\.url\)\}`/gu),
  ])
  expect(threads.map(([, name]) => name).sort()).toEqual(["checkpoint-thread", "scalar"])
  for (const [, name] of threads) expect(existsSync(join(bundle, `${name}.js`)), name).toBe(true)
})

test("the compiler of schemas is switched on in it", () => {
  const modules = output.output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
  expect(modules.filter((id) => id.endsWith("/SchemaJITCompiler/enable.js"))).toHaveLength(1)
})

test("every package in it passes on its licence", () => {
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
