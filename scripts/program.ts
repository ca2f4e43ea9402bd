/**
 * The program as it is shipped: a few files that hold everything but the addons of SQLite and of
 * sharp, and the console. `node scripts/program.ts` makes them where the package `outlay` has them,
 * from what is built; `node scripts/program.ts FOLDER` lays out all that runs, for the image.
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

/** The command, what it runs, and the threads and processes that are started by the names of
 * their files. */
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

/** The folder of the package that a module belongs to. */
const packageOf = (file: string): string => {
  let folder = dirname(file)
  while (!existsSync(join(folder, "package.json")) || manifestIn(folder).version === undefined) {
    folder = dirname(folder)
  }
  return folder
}

/** The packages of others that are in the bundle, by their names and versions. */
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

/** Who it is by, where a package has no text of its licence. */
const authorOf = ({ name, author }: Manifest): string =>
  `Copyright: ${typeof author === "object" ? author.name : (author ?? `the authors of ${name}`)}`

/** Their licences, which ask to be passed on with the code. */
const licencesOf = (packages: ReadonlyMap<string, string>): string =>
  [...packages]
    .map(([name, folder]) => {
      const files = globSync("{LICEN[CS]E,NOTICE,licen[cs]e}*", { cwd: folder }).sort()
      const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim())
      const manifest = manifestIn(folder)
      const said = texts.length === 0 ? [authorOf(manifest)] : texts
      return [`# ${name} (${manifest.license})`, ...said].join("\n\n")
    })
    .join("\n\n\n")

/** Makes the files of the bundle in a folder of their own, in place of what is there. */
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
  // Node reads comments, and keeps them in memory: they were 1.4 of 4.8 MB, without Scalar.
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

/** The addon of this system. */
const addon = (): string => {
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  const isMusl = process.platform === "linux" && report.header.glibcVersionRuntime === undefined
  return `prebuilds/${process.platform}${isMusl ? "musl" : ""}-${process.arch}.node`
}

/** What draws thumbnails, with all that it needs of what is installed for this system. */
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

/** Every file of the program, as it is laid out where it runs; some cannot draw thumbnails. */
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
