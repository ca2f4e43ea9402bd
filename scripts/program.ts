/**
 * Builds the shipped program: a few files that contain everything except the addons of SQLite and
 * sharp, and the console. `node scripts/program.ts` writes them to the package `outlay` from the
 * build output; `node scripts/program.ts FOLDER` writes everything that the container image needs.
 */
import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { type RolldownOutput, rolldown } from "rolldown"
import { httpAlone } from "./http-alone.ts"

const root = join(import.meta.dirname, "..")
const api = join(root, "apps/api")
const { resolve: resolveOf } = createRequire(join(api, "package.json"))

/**
 * Entry points: the command, the programs that it runs, and threads and processes that are started
 * by file name.
 */
const inputs = {
  main: join(api, "dist/main.js"),
  program: join(api, "dist/program.js"),
  "checkpoint-thread": join(root, "packages/sqlite-storage/dist/checkpoint-thread.js"),
  "import-process": join(api, "dist/large-imports/import-process.js"),
  "thumbnail-process": join(api, "dist/thumbnails/thumbnail-process.js"),
  scalar: join(root, "packages/http-server/dist/kernel/scalar.js"),
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly author?: string | { readonly name: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))

/** Folder of the package that a module belongs to. */
const packageOf = (file: string): string => {
  let folder = dirname(file)
  while (!existsSync(join(folder, "package.json")) || manifestIn(folder).version === undefined) {
    folder = dirname(folder)
  }
  return folder
}

/** Third-party packages in the bundle, by name and version. */
export const packagesIn = ({ output }: RolldownOutput): ReadonlyMap<string, string> => {
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
  const folders = new Set(
    modules.filter((id) => id.includes("/node_modules/")).map((id) => packageOf(id)),
  )
  const named = [...folders].map((folder): readonly [string, string] => {
    const { name, version } = manifestIn(folder)
    return [`${name} ${version}`, folder]
  })
  return new Map(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Author of a package, used if it has no licence text. */
const authorOf = ({ name, author }: Manifest): string =>
  `Copyright: ${typeof author === "object" ? author.name : (author ?? `the authors of ${name}`)}`

/** Licence texts, which must be distributed with the code. */
const licencesOf = (packages: ReadonlyMap<string, string>): string =>
  [...packages]
    .map(([name, folder]) => {
      const files = globSync("{LICEN[CS]E,NOTICE,licen[cs]e}*", { cwd: folder }).sort()
      const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim())
      const manifest = manifestIn(folder)
      const licences = texts.length === 0 ? [authorOf(manifest)] : texts
      return [`# ${name} (${manifest.license})`, ...licences].join("\n\n")
    })
    .join("\n\n\n")

/** Writes the bundle to a folder, whose previous content is removed. */
export const bundleProgram = async (folder: string): Promise<RolldownOutput> => {
  const build = await rolldown({
    input: inputs,
    platform: "node",
    external: ["better-sqlite3", "sharp"],
    plugins: [httpAlone],
    logLevel: "silent",
  })
  rmSync(folder, { recursive: true, force: true })
  const names = { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" }
  // Node keeps source text in memory, including comments: they were 1.4 of 4.8 MB, without Scalar.
  const output = await build.write({ dir: folder, format: "esm", comments: false, ...names })
  await build.close()
  writeFileSync(join(folder, "LICENSES.md"), `${licencesOf(packagesIn(output))}\n`)
  return output
}

const copyPackage = (name: string, folder: string, parts: ReadonlyArray<string>): void => {
  const from = dirname(resolveOf(`${name}/package.json`))
  for (const part of ["package.json", ...parts]) {
    cpSync(join(from, part), join(folder, "node_modules", name, part), { recursive: true })
  }
}

/** Native addon for this system. */
const addon = (): string => {
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const isMusl = process.platform === "linux" && report.header.glibcVersionRuntime === undefined
  return `prebuilds/${process.platform}${isMusl ? "musl" : ""}-${process.arch}.node`
}

/** Copies sharp, which draws thumbnails, with its installed dependencies for this system. */
const copySharp = (folder: string): void => {
  const from = realpathSync(packageOf(resolveOf("sharp")))
  const { dependencies = {}, optionalDependencies = {} } = manifestIn(from)
  const names = ["sharp", ...Object.keys({ ...dependencies, ...optionalDependencies })]
  for (const name of names.filter((each) => existsSync(join(from, "..", each)))) {
    cpSync(join(from, "..", name), join(folder, "node_modules", name), {
      ...{ recursive: true, dereference: true },
      filter: (path) => !path.endsWith(join("sharp", "node_modules")),
    })
  }
}

/**
 * Copies every file of the program to a folder; `thumbnails` is false for programs that cannot draw
 * them.
 */
export const layOut = async (
  folder: string,
  { thumbnails }: { readonly thumbnails: boolean },
): Promise<RolldownOutput> => {
  const output = await bundleProgram(join(folder, "bundle"))
  for (const name of ["package.json", "README.md"]) cpSync(join(api, name), join(folder, name))
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"))
  copyPackage("better-sqlite3", folder, ["LICENSE", "lib", addon()])
  copyPackage("@outlay/console", folder, ["dist"])
  if (thumbnails) copySharp(folder)
  return output
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) await bundleProgram(join(api, "bundle"))
  else await layOut(resolve(folder), { thumbnails: true })
}
