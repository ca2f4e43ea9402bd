/** Programs in documents import the workspace's packages from wherever they stand. */
import { registerHooks } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const packages = join(import.meta.dirname, "..", "packages")

/** Packages of others that documents show, and which of ours has them. */
const others: ReadonlyArray<readonly [RegExp, string]> = [
  [/^effect($|\/)/u, "domain"],
  [/^standardwebhooks$/u, "../apps/api"],
]

registerHooks({
  resolve: (specifier, context, next) => {
    const own = /^@outlay\/(?<folder>[a-z-]+)/u.exec(specifier)?.groups?.["folder"]
    const from = own ?? others.find(([name]) => name.test(specifier))?.[1]
    if (from === undefined) return next(specifier, context)
    const parentURL = pathToFileURL(join(packages, from, "any.js")).href
    return next(specifier, { ...context, parentURL })
  },
})
