/** The tarballs of what is published, and what publint and attw say of them. */
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { complaintsOfConsumer } from "./consumer.ts"

const root = join(import.meta.dirname, "..")

/** The folders of what is published: a package that is `private` is not. */
export const published = (): ReadonlyArray<string> =>
  globSync("{apps,packages}/*/package.json", { cwd: root })
    .filter((path) => JSON.parse(readFileSync(join(root, path), "utf8")).private !== true)
    .map(dirname)
    .sort()

/** Packs every publishable package, which is built, into a folder, and answers the paths. */
export const packInto = (folder: string): ReadonlyArray<string> => {
  const packages = published().map((path) => `--filter=./${path}`)
  const packing = ["--config.ignore-scripts=true", "--recursive", ...packages, "pack"]
  execFileSync("pnpm", [...packing, "--pack-destination", folder], { cwd: root, stdio: "pipe" })
  return globSync(join(folder, "*.tgz")).sort()
}

/** Types are judged of what can be imported, neither of the command nor of its pages. */
const hasTypes = (tarball: string): boolean => !/^outlay-(?:console-)?\d/u.test(basename(tarball))

/** Packages are modules: who resolves them otherwise finds none, and is to find none. */
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
 * What is wrong with tarballs: entry points that do not exist, code or types that do not resolve
 * for those who install them, or a program that uses them all and does not compile. One process
 * judges them: a command for each would load TypeScript anew.
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
