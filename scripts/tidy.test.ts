import { execFileSync, spawnSync } from "node:child_process"
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { arrows, type Manifest, wrongDependencies, wrongImports } from "./arrows.ts"
import { circles, fileCircles, floors } from "./circles.ts"
import {
  badNames,
  deadExports,
  longFiles,
  offencesAgainst,
  rules,
  type Source,
  wideLines,
  withoutComments,
} from "./tidy.ts"

const root = join(import.meta.dirname, "..")

/** Every committed file, and every new file that is not ignored. */
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)))

const read = (path: string): Source => ({ path, text: readFileSync(join(root, path), "utf8") })
const manifestOf = (path: string): Manifest => JSON.parse(read(path).text)

const code = files.filter((path) => /\.tsx?$/u.test(path)).map(read)
const isTest = ({ path }: Source): boolean => /\.test\.ts$|\/test\//u.test(path)
const isPackage = ({ path }: Source): boolean => /^(packages|apps\/console)\//u.test(path)

/** Generated files may be of any width. */
const golden = /^(pnpm-lock\.yaml|docs\/openapi\.json)$|\/(fixtures|goldens?)\//u

test("there are files to check", () => {
  expect(code.length).toBeGreaterThan(20)
})

describe("banned code", () => {
  test.each(rules)("$id: write $instead", (rule) => {
    expect(offencesAgainst(rule, code)).toEqual([])
  })

  test.each(rules)("the rule is alive: $id", (rule) => {
    const { path, text } = rule.offence
    const inComments = { path, text: `// ${text}\n/* ${text}\n */` }
    const beyond = { path: `docs/${path}.txt`, text }
    expect(offencesAgainst(rule, [rule.offence])).toHaveLength(1)
    expect(offencesAgainst(rule, [inComments, beyond])).toEqual([])
  })

  test("a rule applies to tests only if it includes them", () => {
    const inTest = (id: string) => {
      const rule = rules.find((each) => each.id === id)
      const { path, text } = rule?.offence ?? { path: "", text: "" }
      return rule && offencesAgainst(rule, [{ path: path.replace(/\.ts$/u, ".test.ts"), text }])
    }
    expect(inTest("a name is the field's standard term")).toHaveLength(1)
    expect(inTest("a type is named for the noun")).toEqual([])
  })

  test("a comment is blanked in its place, and a string is not a comment", () => {
    expect(withoutComments('a("//b") // c\n/* d\n*/ e')).toBe('a("//b")     \n    \n   e')
  })
})

describe("names", () => {
  test("files and folders are kebab-case nouns and verbs", () => {
    expect(code.flatMap(badNames)).toEqual([])
  })

  test.each([
    "packages/domain/src/utils/money.ts",
    "packages/domain/src/money-helpers.ts",
    "packages/domain/src/Money.ts",
    "packages/domain/src/budget_members.ts",
    "packages/domain/src/transactions/recording.ts",
    "packages/sql-storage/src/shared/prepared.ts",
    "apps/api/src/serving/clock.ts",
  ])("the rule is alive: %s", (path) => {
    expect(badNames({ path, text: "" })).toHaveLength(1)
  })
})

describe("sizes", () => {
  const formatted = files.filter((path) => /\.(tsx?|css|json|ya?ml|sql|sh)$/u.test(path))

  test("lines have at most 100 columns", () => {
    const sources = formatted.filter((path) => !golden.test(path)).map(read)
    expect(sources.flatMap(wideLines)).toEqual([])
  })

  test("files have at most 400 lines", () => {
    expect(code.flatMap(longFiles)).toEqual([])
  })

  test("the rules are alive", () => {
    const wide = "const a = b".padEnd(101, "b")
    const one = `  says: "${"b".repeat(101)}",`
    expect(wideLines({ path: "a.ts", text: `${wide}\n${one}\n` })).toHaveLength(1)
    expect(longFiles({ path: "a.ts", text: "\n".repeat(400) })).toHaveLength(0)
    expect(longFiles({ path: "a.ts", text: "\n".repeat(401) })).toHaveLength(1)
  })
})

describe("exports", () => {
  const dead = { path: "packages/domain/src/a.ts", text: "/** b */\nexport const b = 1\n" }

  test("each is used somewhere", () => {
    expect(deadExports(code)).toEqual([])
  })

  test("the rule is alive", () => {
    expect(deadExports([dead])).toHaveLength(1)
    expect(deadExports([dead, { path: "packages/domain/src/c.ts", text: "f(b)" }])).toEqual([])
  })
})

describe("arrows", () => {
  const folders = globSync(["packages/*/package.json", "apps/console/package.json"], {
    cwd: root,
  }).map(dirname)
  const owned = code.filter(({ path }) => /^(packages|apps)\/[^/]+\/(src|test)\//u.test(path))

  test("every package has its arrows", () => {
    expect(folders.map((folder) => basename(folder)).sort()).toEqual(Object.keys(arrows).sort())
  })

  test("packages import only what their arrows allow", () => {
    const own = owned.filter((source) => isPackage(source) && !isTest(source))
    expect(own.flatMap(wrongImports)).toEqual([])
  })

  test("packages depend only on what their arrows allow", () => {
    const wrong = folders.flatMap((folder) =>
      wrongDependencies(basename(folder), manifestOf(`${folder}/package.json`)),
    )
    expect(wrong).toEqual([])
  })

  test.each([
    ["packages/domain/src/a.ts", 'import { readFile } from "node:fs"'],
    ["packages/domain/src/a.ts", 'import { SqlClient } from "effect/sql"'],
    ["packages/domain/src/a.ts", 'export * from "@outlay/http-contract"'],
    ["packages/http-contract/src/a.ts", 'import type { A } from "@outlay/http-server"'],
    ["packages/client/src/a.ts", 'const a = await import("@outlay/sql-storage")'],
    ["packages/client/src/a.ts", 'import "node:crypto"'],
    ["packages/sql-storage/src/a.ts", 'import Database from "better-sqlite3"'],
    ["packages/sql-storage/src/a.ts", 'import { a } from "@outlay/sqlite-storage"'],
    ["packages/conformance-tests/src/http/a.ts", 'import { a } from "@outlay/domain"'],
    ["packages/conformance-tests/src/http/a.ts", 'import { a } from "../storage/a.ts"'],
    ["packages/conformance-tests/src/storage/a.ts", 'import { a } from "@outlay/sql-storage"'],
    ["packages/conformance-tests/src/storage/a.ts", 'import { test } from "vitest"'],
    ["packages/conformance-selftest/src/a.ts", 'import { a } from "@outlay/domain"'],
    ["apps/console/src/a.tsx", 'import { a } from "@outlay/client"'],
  ])("the rule is alive: %s, %s", (path, text) => {
    expect(wrongImports({ path, text })).toHaveLength(1)
  })

  test.each([
    ["packages/domain/src/a.ts", 'import { Effect } from "effect"\nimport "./b.ts"'],
    ["packages/http-server/src/a.ts", 'import { a } from "@outlay/domain"\nimport "node:http"'],
    ["packages/conformance-tests/src/storage/a.ts", 'import { a } from "@outlay/domain"'],
  ])("the rule lets pass: %s, %s", (path, text) => {
    expect(wrongImports({ path, text })).toEqual([])
  })

  test("a manifest may not depend on more", () => {
    expect(wrongDependencies("domain", { dependencies: { kysely: "1.0.0" } })).toHaveLength(1)
  })
})

describe("the linter", () => {
  const lint = (path: string, text: string) => {
    const folder = mkdtempSync(join(tmpdir(), "outlay-tidy-"))
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    copyFileSync(join(root, "biome.json"), join(folder, "biome.json"))
    writeFileSync(join(folder, "package.json"), `{ "devDependencies": { "dev": "1.0.0" } }`)
    writeFileSync(join(folder, path), text)
    writeFileSync(join(folder, dirname(path), "b.ts"), "export const b = 1\n")
    const args = ["lint", "--vcs-enabled=false", path]
    const { status, stderr } = spawnSync("biome", args, { cwd: folder, encoding: "utf8" })
    rmSync(folder, { recursive: true })
    return [status, /lint\/\w+\/(\w+)/u.exec(stderr)?.[1]]
  }
  const body = (length: number) => `export const f = () => {\n${"  g()\n".repeat(length)}}\n`
  const source = "packages/domain/src/a.ts"

  test.each([
    [source, body(70), undefined],
    [source, body(71), "noExcessiveLinesPerFunction"],
    [source, 'export * from "./b"\n', "useImportExtensions"],
    [source, 'export * from "c"\n', "noUndeclaredDependencies"],
    [source, 'export * from "dev"\n', "noUndeclaredDependencies"],
    ["packages/domain/src/a.test.ts", 'export * from "dev"\n', undefined],
    [source, "console.log(1)\n", "noConsole"],
    ["apps/api/src/main.ts", "console.log(1)\n", undefined],
    ["apps/api/src/main.ts", "f(process.env.PORT)\n", "noProcessEnv"],
    ["apps/api/src/config.ts", "f(process.env.PORT)\n", undefined],
  ])("judges %s, %j", (path, text, rule) => {
    expect(lint(path, text)).toEqual([rule === undefined ? 0 : 1, rule])
  })
})

describe("folders of the domain", () => {
  const domain = code.filter((source) => !isTest(source))
  const a = { path: "packages/domain/src/a/a.ts", text: 'import type { C } from "../c/rules/c.ts"' }
  const b = { path: "packages/domain/src/b/b.ts", text: 'import { a } from "../a/a.ts"' }
  const c = { path: "packages/domain/src/c/rules/c.ts", text: 'import { d } from "../c.ts"' }

  test("form no circle", () => {
    expect(circles(domain)).toEqual([])
  })

  test("nor do the files of any package", () => {
    expect(fileCircles(domain)).toEqual([])
    const back = { ...c, text: 'import { b } from "../../b/b.ts"' }
    expect(fileCircles([a, b, c])).toEqual([])
    expect(fileCircles([a, b, back]).map((each) => each.split(" ")[0])).toEqual([
      "packages/domain/src/a/a.ts",
      "packages/domain/src/b/b.ts",
      "packages/domain/src/c/rules/c.ts",
    ])
  })

  test("the rules are alive", () => {
    expect(circles([a, b, c])).toEqual([])
    expect(floors([a, b, c])).toEqual(["c", "a", "b"])
    const back = { ...c, text: 'import { b } from "../../b/b.ts"' }
    expect(circles([a, b, back])).toHaveLength(3)
    expect(circles([a, b, back])[0]).toContain("a/a.ts has ../c/rules/c.ts, and c uses a")
  })
})
