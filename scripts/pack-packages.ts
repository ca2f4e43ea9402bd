/**
 * Packs every publishable package into `results/packages`, for installation from a clone. Removes
 * older tarballs, so that `outlay-domain-*.tgz` matches one file.
 */
import { rmSync } from "node:fs"
import { join, relative } from "node:path"
import { packInto } from "./tarballs.ts"

const root = join(import.meta.dirname, "..")
const folder = join(root, "results", "packages")
rmSync(folder, { recursive: true, force: true })
for (const path of packInto(folder)) console.log(relative(root, path))
