import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { longest } from "./sequence.ts"
import { mayStay } from "./temporary.ts"

const root = join(import.meta.dirname, "..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const manifest = JSON.parse(read("package.json"))

test("tests run on the Node that the workspace pins, whichever the machine has", () => {
  expect(process.versions.node).toBe(manifest.devDependencies.node)
  expect(read("pnpm-workspace.yaml")).toContain(`nodeVersion: ${process.versions.node}\n`)
})

test("Node-API is new enough for better-sqlite3, which would crash instead of refusing", () => {
  expect(Number(process.versions.napi)).toBeGreaterThanOrEqual(10)
})

test("CI runs the README's test command, with the pinned pnpm, and is executable", () => {
  expect(read("README.md")).toContain(`npx ${manifest.packageManager} test\n`)
  expect(read("AGENTS.md")).toContain(`npx ${manifest.packageManager} test `)
  expect(read(".ci/run")).toContain(`npx --yes ${manifest.packageManager} test 2>&1`)
  expect(statSync(join(root, ".ci/run")).mode & 0o111).toBe(0o111)
})

test("the image has the Node and pnpm that the workspace pins, and its data in a volume", () => {
  const containerfile = read("Containerfile")
  const { node, packageManager } = { ...manifest.devDependencies, ...manifest }
  expect(containerfile).toContain(`ARG NODE=docker.io/library/node:${node}-`)
  const managers = [...containerfile.matchAll(/pnpm@[\d.]+/gu)].map(([manager]) => manager)
  expect(new Set(managers)).toEqual(new Set([packageManager]))
  expect(containerfile).toContain("OUTLAY_DATABASE_URL=sqlite:/data/")
  expect(containerfile).toContain("\nVOLUME /data\n")
})

test("every test file that runs first exists and is listed once", () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(new Set(longest).size).toBe(longest.length)
})

test.each([
  ["outlay-shared-postgres-AbC123", true],
  ["chromium", true],
  ["outlay-app-AbC123", false],
  ["outlay-sharedness", false],
])("a run may leave %s: %s", (name, expected) => expect(mayStay(name)).toBe(expected))

test("versions are exact", () => {
  const paths = globSync(["package.json", "{packages,apps}/*/package.json"], { cwd: root })
  const versions = paths.flatMap((path) => {
    const { dependencies, devDependencies } = JSON.parse(read(path))
    return Object.entries<string>({ ...dependencies, ...devDependencies })
  })
  const catalog = [...read("pnpm-workspace.yaml").matchAll(/^ {2}"?(\S+?)"?: (\d\S*)$/gmu)]
  expect(catalog.length).toBeGreaterThan(5)
  const all = [...versions, ...catalog.map(([, name, version]) => [name, version] as const)]
  const exact = /^(\d+\.\d+\.\d+(-(alpha|beta)\.\d+)?|catalog:|workspace:\*)$/u
  expect(all.filter(([, version]) => !exact.test(version ?? ""))).toEqual([])
})

const published = globSync("{packages,apps}/*/package.json", { cwd: root }).filter(
  (path) => JSON.parse(read(path)).private !== true,
)

test.each(published)("%s can be published", (path) => {
  const { author, description, keywords, license, ...rest } = JSON.parse(read(path))
  const home = manifest.repository.url.replace(/^git\+|\.git$/gu, "")
  const directory = path.replace("/package.json", "")
  expect(rest).toMatchObject({
    homepage: `${home}/tree/main/${directory}#readme`,
    bugs: `${home}/issues`,
    repository: { type: "git", url: manifest.repository.url, directory },
    // npm attests the origin of a build only if the repository of the build is named.
    publishConfig: { access: "public", provenance: true },
  })
  expect(rest.files).toContain("README.md")
  expect({ author, license }).toEqual({ author: "The Outlay authors", license: "Apache-2.0" })
  expect(description.length).toBeGreaterThan(10)
  expect(keywords.length).toBeGreaterThan(1)
  expect(read(path.replace("package.json", "README.md"))).toContain("\n")
})
