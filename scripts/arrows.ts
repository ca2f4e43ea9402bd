/** Which package may import which: an import that is not listed is an error. */
import { type Offence, offence, type Source, withoutComments } from "./tidy.ts"

export interface Manifest {
  readonly dependencies?: { readonly [name: string]: string }
  readonly peerDependencies?: { readonly [name: string]: string }
}

/** The packages of ours whose code each package may use, and what else is allowed where few are. */
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
  // Whatever the console does, anybody can do by the API: it knows nothing but its description.
  console: { ours: [], others: /^(?!node:|effect)/u },
}

const specifiers = /\b(?:from|import)\s*\(?\s*"([^"\s,;{}()]+)"/gu

/** What a source imports, in its order, comments aside. */
export const importsOf = (text: string): ReadonlyArray<string> =>
  [...withoutComments(text).matchAll(specifiers)].map((match) => match[1] as string)

const isRelative = (specifier: string): boolean => specifier.startsWith(".")

const mayImport = (folder: string, specifier: string): boolean => {
  const { ours, others } = arrows[folder] ?? { ours: [] }
  if (specifier.startsWith("@outlay/")) return ours.includes(specifier.split("/")[1] ?? "")
  return others?.test(specifier) ?? true
}

/** Only the storage suites of the conformance tests know the domain: no other part can agree. */
const conformanceMayImport = (path: string, specifier: string): boolean => {
  const apart = /^packages\/conformance-tests\/(src|test)\/(http|interface|cli|reports)\b/u.test(
    path,
  )
  return !apart || !(specifier.startsWith("@outlay/") || /^\.\..*\/storage\//u.test(specifier))
}

/** Imports in a package's own code (its tests aside) that no arrow allows. */
export const wrongImports = ({ path, text }: Source): ReadonlyArray<Offence> => {
  const [, folder = ""] = path.split("/")
  return importsOf(text)
    .filter(
      (name) => !conformanceMayImport(path, name) || !(isRelative(name) || mayImport(folder, name)),
    )
    .map((found) => offence(path, found, `an import that arrows.ts allows in ${folder}`))
}

/** Dependencies of a package's manifest that no arrow allows. */
export const wrongDependencies = (folder: string, manifest: Manifest): ReadonlyArray<Offence> =>
  Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    .filter((name) => !mayImport(folder, name))
    .map((found) =>
      offence(`packages/${folder}/package.json`, found, "a dependency that arrows.ts allows"),
    )
