/** Imports allowed between packages: an import that is not listed is an error. */
import { type Offence, offence, type Source, withoutComments } from "./tidy.ts"

export interface Manifest {
  readonly dependencies?: { readonly [name: string]: string }
  readonly peerDependencies?: { readonly [name: string]: string }
}

/**
 * Workspace packages that each package may import, and other modules where only a few are allowed.
 */
export const arrows: {
  readonly [folder: string]: { readonly ours: ReadonlyArray<string>; readonly others?: RegExp }
} = {
  domain: { ours: [], others: /^effect$/u },
  "http-contract": { ours: ["domain"], others: /^effect($|\/)/u },
  "http-server": { ours: ["http-contract", "domain"] },
  client: { ours: ["http-contract", "domain"], others: /^effect($|\/)/u },
  "memory-storage": { ours: ["domain"], others: /^(effect|@noble\/hashes)($|\/)/u },
  "sql-storage": { ours: ["domain"], others: /^(effect|kysely(\/helpers\/\w+)?)$/u },
  "sqlite-storage": { ours: ["sql-storage", "domain"] },
  "postgres-storage": { ours: ["sql-storage", "domain"] },
  "file-storage": { ours: ["domain"] },
  "conformance-tests": { ours: ["domain"], others: /^(node:.+|(ajv|ajv-formats|effect)($|\/.+))/u },
  "conformance-selftest": { ours: ["conformance-tests"], others: /^node:/u },
  // The console can do nothing that the API cannot do, because it only knows the API description.
  console: { ours: [], others: /^(?!node:|effect)/u },
}

const specifiers = /\b(?:from|import)\s*\(?\s*"([^"\s,;{}()]+)"/gu

/** Modules that a source imports, in source order; comments are ignored. */
export const importsOf = (text: string): ReadonlyArray<string> =>
  [...withoutComments(text).matchAll(specifiers)].map((match) => match[1] as string)

const isRelative = (specifier: string): boolean => specifier.startsWith(".")

const mayImport = (folder: string, specifier: string): boolean => {
  const { ours, others } = arrows[folder] ?? { ours: [] }
  if (specifier.startsWith("@outlay/")) return ours.includes(specifier.split("/")[1] ?? "")
  return others?.test(specifier) ?? true
}

/**
 * Only the storage suites may import the domain: the other parts must not agree with it by sharing
 * code.
 */
const conformanceMayImport = (path: string, specifier: string): boolean => {
  const apart = /^packages\/conformance-tests\/(src|test)\/(http|interface|cli|reports)\b/u.test(
    path,
  )
  return !apart || !(specifier.startsWith("@outlay/") || /^\.\..*\/storage\//u.test(specifier))
}

/** Imports in the source of a package, without its tests, that no arrow allows. */
export const wrongImports = ({ path, text }: Source): ReadonlyArray<Offence> => {
  const [, folder = ""] = path.split("/")
  return importsOf(text)
    .filter(
      (name) => !conformanceMayImport(path, name) || !(isRelative(name) || mayImport(folder, name)),
    )
    .map((found) => offence(path, found, `an import that arrows.ts allows in ${folder}`))
}

/** Dependencies in the manifest of a package that no arrow allows. */
export const wrongDependencies = (folder: string, manifest: Manifest): ReadonlyArray<Offence> =>
  Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    .filter((name) => !mayImport(folder, name))
    .map((found) =>
      offence(`packages/${folder}/package.json`, found, "a dependency that arrows.ts allows"),
    )
