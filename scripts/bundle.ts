import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Plugin, rolldown } from "rolldown"
import { httpAlone } from "./http-alone.ts"
import { madeOnce } from "./temporary.ts"

/** Native addons stay in their own folders; every other module still knows its own address. */
const inPlace: Plugin = {
  name: "in-place",
  resolveId: (id, importer) =>
    id === "better-sqlite3" && importer !== undefined
      ? { id: pathToFileURL(createRequire(importer).resolve(id)).href, external: true }
      : null,
  transform: (code, id) =>
    code.includes("import.meta.")
      ? code
          .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
          .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
      : null,
}

/**
 * With `.mjs` names, Node need not detect the module type, for which it would parse each file
 * twice.
 */
const names = { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" }

type Inputs = Readonly<Record<string, string>>

/** Bundles programs and returns the path of each program's entry file. */
const bundle = async (programs: Inputs, folder: string, plugins: ReadonlyArray<Plugin> = []) => {
  const build = await rolldown({
    ...{ input: { ...programs }, platform: "node", logLevel: "silent" },
    plugins: [...plugins, httpAlone, inPlace],
  })
  const { output } = await build.write({ dir: folder, comments: false, ...names })
  await build.close()
  const entries = output.flatMap((file) => (file.type === "chunk" && file.isEntry ? [file] : []))
  return new Map(entries.map(({ name, fileName }) => [name, join(folder, fileName)]))
}

/**
 * Bundles a program into a few files, which Node starts in a fifth of the time that its thousand
 * modules take. For tests that start a program repeatedly; its behaviour is the same.
 */
export const bundled = (program: string): Promise<string> =>
  madeOnce(
    `bundle-${createHash("sha256").update(program).digest("hex").slice(0, 16)}`,
    async (folder) => {
      const [file] = (await bundle({ [nameOf(program)]: program }, folder)).values()
      return file ?? ""
    },
  )

const nameOf = (program: string): string => basename(program).replace(/\.[jt]s$/u, "")

/**
 * Bundles packages into a few files, and returns a module for Node's `--import` that redirects
 * imports to them. Each package is resolved from the folder in `homes` where it is installed; other
 * packages are resolved as usual. Packages in `whole` stay in their own files, because Node finds
 * the names exported by CommonJS only there.
 */
export const bundledPackages = (name: string, homes: Inputs, whole: Inputs): Promise<string> =>
  madeOnce(`packages-${name}`, async (folder) => {
    const found: Plugin = {
      name: "found",
      resolveId(id, importer) {
        const home = importer === undefined ? homes[id] : undefined
        return home === undefined ? null : this.resolve(id, join(home, "any.js"))
      },
    }
    const names = Object.keys(homes)
    const inputs = Object.fromEntries(names.map((id) => [id.replaceAll(/\W/gu, "_"), id]))
    const files = await bundle(inputs, folder, [found])
    const bundles = [...files].map(([input, file]) => [inputs[input] ?? "", file] as const)
    const originals = Object.entries(whole).map(([id, home]) => {
      return [id, createRequire(join(home, "any.js")).resolve(id)] as const
    })
    const urls = [...bundles, ...originals].map(([id, file]) => [id, pathToFileURL(file).href])
    const resolver = join(folder, "resolver.mjs")
    writeFileSync(resolver, resolverOf(Object.fromEntries(urls)))
    return resolver
  })

const resolverOf = (urls: Inputs): string => `import { registerHooks } from "node:module"
const urls = new Map(Object.entries(${JSON.stringify(urls)}))
registerHooks({
  resolve(specifier, context, next) {
    const url = urls.get(specifier)
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true }
  },
})
`
