/** Tarballs of published packages, checked by publint and attw. */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { complaintsOfConsumer } from "./consumer.ts"

const root = join(import.meta.dirname, "..")

/** Folders of published packages: a `private` package is not published. */
export const published = (): ReadonlyArray<string> =>
  globSync("{apps,packages}/*/package.json", { cwd: root })
    .filter((path) => JSON.parse(readFileSync(join(root, path), "utf8")).private !== true)
    .map(dirname)
    .sort()

/** Packs every publishable package, which must be built, into a folder and returns the paths. */
export const packInto = (folder: string): ReadonlyArray<string> => {
  const packages = published().map((path) => `--filter=./${path}`)
  const packing = ["--config.ignore-scripts=true", "--recursive", ...packages, "pack"]
  execFileSync("pnpm", [...packing, "--pack-destination", folder], { cwd: root, stdio: "pipe" })
  return globSync(join(folder, "*.tgz")).sort()
}

/** True if types are checked: the command and the console have no importable entry points. */
const hasTypes = (tarball: string): boolean => !/^outlay-(?:console-)?\d/u.test(basename(tarball))

/** Resolutions that find no types, as intended: packages are ES modules. */
const others: ReadonlyArray<string> = ["node10", "node16-cjs"]
const isOurs = (problem: Problem): boolean =>
  !("resolutionKind" in problem && others.includes(problem.resolutionKind))

const complaintsOfTypes = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const found = await checkPackage(createPackageFromTarballData(bytes))
  if (found.types === false) return ["It has no types."]
  return found.problems.filter(isOurs).map((problem) => JSON.stringify(problem))
}

const complaintsOfLint = async (bytes: Uint8Array): Promise<ReadonlyArray<string>> => {
  const tarball = new Uint8Array(bytes).buffer
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true, level: "error" })
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}

/**
 * Returns errors in tarballs: missing entry points, code or types that consumers cannot resolve,
 * and a program importing all of them that does not compile. One process checks all tarballs,
 * because each process would load TypeScript again.
 */
export const complaintsOf = async (
  tarballs: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const complaints: Array<string> = []
  for (const tarball of tarballs) {
    const bytes = readFileSync(tarball)
    const lint = await complaintsOfLint(bytes)
    const types = hasTypes(tarball) ? await complaintsOfTypes(bytes) : []
    complaints.push(...[...lint, ...types].map((complaint) => `${basename(tarball)}: ${complaint}`))
  }
  const together = complaintsOfConsumer(tarballs)
  return together === "" ? complaints : [...complaints, `a program that uses them all\n${together}`]
}
