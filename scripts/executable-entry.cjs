/**
 * Entry point of the single executable. Node loads addons, worker threads and modules only from
 * files, so the files of the program are written once to a folder of this user and run from there.
 */
const { createHash } = require("node:crypto")
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require("node:fs")
const { createRequire } = require("node:module")
const { homedir } = require("node:os")
const { dirname, join } = require("node:path")
const { getAsset, getAssetKeys, getRawAsset } = require("node:sea")

/** Cache folder of the user. */
// biome-ignore lint/suspicious/noUndeclaredEnvVars: no task of the build reads it
const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache")

/** Folder of these files; each version has its own. */
const folder = join(
  cache,
  `outlay-${createHash("sha256").update(getAsset("digest", "utf8")).digest("hex").slice(0, 16)}`,
)

/** Writes all files to a temporary folder, and renames it atomically. */
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
    // Another process may have been faster.
    if (!existsSync(folder)) throw error
  }
}

try {
  if (!existsSync(folder)) extract()
  // Child processes start the executable with the name of another of these files.
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
