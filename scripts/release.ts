/**
 * Builds a release: `pnpm release` builds it from a committed version, checks it, and leaves it in
 * a folder. It does not publish; a workflow or a person does.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { complaintsOf, packInto } from "./tarballs.ts"

const help = `pnpm release [--out FOLDER] [--tag TAG] [--json]

Builds the release of the version that is committed: a tarball of every package, an SBOM of the
service (CycloneDX), the notes of the version, and SHA256SUMS. Nothing is published.

  --out FOLDER  where to put it (default: results/release-<version>; it is replaced)
  --tag TAG     refuses another tag than v<version>
  --json        prints the version, the folder and the files as JSON
`

/** Error that the person who releases can correct. */
class CannotRelease extends Error {}

const root = join(import.meta.dirname, "..")

const output = (command: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(command, args, { cwd: root, encoding: "utf8" }).trim()

/** Returns the section of a changelog about one version, without its heading. */
export const notesOf = (version: string, changelog: string): string => {
  const start = changelog.indexOf(`\n## ${version}\n`)
  if (start === -1) return ""
  const [, notes = ""] = changelog.slice(start).split(/^## .*$/mu)
  return notes.trim()
}

/** Returns the committed version with its notes; fails if it cannot be released. */
const committedVersion = (
  tag: string | undefined,
): { readonly version: string; readonly notes: string } => {
  if (output("git", "status", "--porcelain") !== "") {
    throw new CannotRelease("The working tree has changes: commit them first.")
  }
  const { version } = JSON.parse(readFileSync(join(root, "apps/api/package.json"), "utf8"))
  if (tag !== undefined && tag !== `v${version}`) {
    throw new CannotRelease(`The tag is ${tag}, and the version ${version}.`)
  }
  const changelog = join(root, "apps/api/CHANGELOG.md")
  const notes = existsSync(changelog) ? notesOf(version, readFileSync(changelog, "utf8")) : ""
  if (notes === "") {
    const advice = "run `pnpm release-versions` and commit what it changes."
    throw new CannotRelease(`apps/api/CHANGELOG.md says nothing of ${version}: ${advice}`)
  }
  return { version, notes }
}

const digestOf = (path: string): string =>
  createHash("sha256").update(readFileSync(path)).digest("hex")

const step = (what: string): void => console.error(what)

/** Builds the release in a folder and returns the names of its files. */
const buildInto = async (folder: string, notes: string): Promise<ReadonlyArray<string>> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  step("building")
  output("pnpm", "exec", "turbo", "run", "build", "--output-logs=errors-only")
  step("packing")
  const tarballs = packInto(folder)
  step("checking the packages")
  const complaints = await complaintsOf(tarballs)
  if (complaints.length > 0) throw new CannotRelease(complaints.join("\n"))
  const sbom = ["sbom", "--prod", "--sbom-format", "cyclonedx", "--sbom-type", "application"]
  output("pnpm", "--filter", "outlay", ...sbom, "--out", join(folder, "sbom.cdx.json"))
  writeFileSync(join(folder, "NOTES.md"), `${notes}\n`)
  const names = globSync("*", { cwd: folder }).sort()
  const sums = names.map((name) => `${digestOf(join(folder, name))}  ${name}\n`)
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""))
  return [...names, "SHA256SUMS"]
}

const options = {
  out: { type: "string" },
  tag: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const

/**
 * Returns the exit code, as `outlay` does: 1 if there cannot be a release, 2 for an error in the
 * command line.
 */
const main = async (): Promise<number> => {
  let given: ReturnType<typeof parseArgs<{ options: typeof options }>>
  try {
    given = parseArgs({ options })
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`)
    return 2
  }
  if (given.values.help) {
    console.log(help)
    return 0
  }
  try {
    const { version, notes } = committedVersion(given.values.tag)
    const folder = resolve(given.values.out ?? join(root, "results", `release-${version}`))
    const files = await buildInto(folder, notes)
    const release = { version, folder, files }
    console.log(
      given.values.json
        ? JSON.stringify(release)
        : `${version}: ${files.length} files in ${folder}`,
    )
    return 0
  } catch (error) {
    if (!(error instanceof CannotRelease)) throw error
    console.error(error.message)
    return 1
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main()
