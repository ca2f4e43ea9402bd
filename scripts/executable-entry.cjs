/**
 * What the single executable begins with. Node loads an addon, a thread or a module only from a
 * file, so that the files of the program are written to a folder of this user once, and run there.
 */
const { createHash } = require("node:crypto")
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require("node:fs")
const { createRequire } = require("node:module")
const { homedir } = require("node:os")
const { dirname, join } = require("node:path")
const { getAsset, getAssetKeys, getRawAsset } = require("node:sea")

/** Where programs keep what they can make again. */
// biome-ignore lint/suspicious/noUndeclaredEnvVars: no task of the build reads it
const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache")

/** The folder of these very files: another version has another one. */
const folder = join(
  cache,
  `outlay-${createHash("sha256").update(getAsset("digest", "utf8")).digest("hex").slice(0, 16)}`,
)

/** Writes all files beside the folder, and puts them in its place at once. */
const extract = () => {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const part = mkdtempSync(`${folder}-`)
  try {
    for (const name of getAssetKeys()) {
      mkdirSync(dirname(join(part, name)), { recursive: true, mode: 0o700 })
      writeFileSync(join(part, name), Buffer.from(getRawAsset(name)), { mode: 0o600 })
    }
    renameSync(part, folder)
  } catch (error) {
    rmSync(part, { recursive: true, force: true })
    // Another process may have been first.
    if (!existsSync(folder)) throw error
  }
}

try {
  if (!existsSync(folder)) extract()
  // A process of the program starts the executable with the name of another of these files.
  const [, , named = ""] = process.argv
  const isOwn = dirname(named) === join(folder, "bundle") && existsSync(named)
  const program = isOwn ? named : join(folder, "bundle/program.js")
  createRequire(program)(program)
} catch (error) {
  process.stderr.write(
    `outlay: cannot be unpacked into ${cache}: ${error.message}. Set XDG_CACHE_HOME.\n`,
  )
  process.exitCode = 5
}
