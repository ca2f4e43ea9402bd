/**
 * `pnpm executable FILE` builds one executable file from Node, the program and the console, for the
 * current system. Node calls this a single executable application.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { layOut } from "./program.ts"
import { remove, sharedFolder } from "./temporary.ts"

/** Marker that Node writes and looks for. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2"

const digestOf = (names: ReadonlyArray<string>, folder: string): string => {
  const hash = createHash("sha256")
  for (const name of names) hash.update(`${name}\n`).update(readFileSync(join(folder, name)))
  return hash.digest("hex")
}

/** Builds the executable from the built program. */
export const makeExecutable = async (file: string): Promise<void> => {
  const work = sharedFolder("executable")
  const folder = join(work, "files")
  // An executable cannot run another script, which thumbnails need.
  await layOut(folder, { thumbnails: false })
  const names = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
  const digest = join(work, "digest")
  writeFileSync(digest, digestOf(names, folder))
  const blob = join(work, "blob")
  const config = join(work, "config.json")
  const assets = Object.fromEntries(names.map((name) => [name, join(folder, name)]))
  const entry = join(import.meta.dirname, "executable-entry.cjs")
  const options = { main: entry, output: blob, disableExperimentalSEAWarning: true }
  writeFileSync(config, JSON.stringify({ ...options, assets: { ...assets, digest } }))
  execFileSync(process.execPath, ["--experimental-sea-config", config], { stdio: "pipe" })
  mkdirSync(dirname(file), { recursive: true })
  cpSync(process.execPath, file, { dereference: true })
  chmodSync(file, 0o755)
  const postject = createRequire(import.meta.url).resolve("postject/dist/cli.js")
  const args = [postject, file, "NODE_SEA_BLOB", blob, "--sentinel-fuse", fuse]
  const macho = process.platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : []
  execFileSync(process.execPath, [...args, ...macho], { stdio: "pipe" })
  remove(work)
}

if (import.meta.main) {
  const file = resolve(process.argv[2] ?? "results/outlay")
  await makeExecutable(file)
  process.stdout.write(`${file}\n`)
}
