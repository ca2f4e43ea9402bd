/**
 * Packs every publishable package as a release would, and has publint and attw judge the tarballs:
 * the entry points exist, and both the code and its types resolve for those who install it; then
 * TypeScript checks a program that uses them all, in a folder with nothing but what they depend on.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { complaintsOfConsumer } from "./consumer.ts"

const judges = [
  ["publint", "--strict"],
  ["attw", "--profile", "esm-only", "--format", "ascii"],
]

/** What is published: not the self-test of the conformance suite. */
const packages = [
  "--filter=./apps/*",
  "--filter=./packages/*",
  "--filter=!@outlay/conformance-selftest",
]

/** Types are judged of what can be imported, neither of the command nor of its pages. */
const judgesOf = (tarball: string) =>
  /^outlay-(?:console-)?\d/u.test(basename(tarball)) ? judges.slice(0, 1) : judges

const isSound = (tarball: string): boolean => {
  const complaints = judgesOf(tarball).flatMap(([command = "", ...args]) => {
    const { status, stdout, stderr } = spawnSync(command, [tarball, ...args], { encoding: "utf8" })
    return status === 0 ? [] : [`${command} ${tarball}\n${stdout}${stderr}`]
  })
  for (const complaint of complaints) console.error(complaint)
  return complaints.length === 0
}

const folder = mkdtempSync(join(tmpdir(), "outlay-packages-"))
try {
  const packing = ["--recursive", ...packages, "pack", "--pack-destination", folder]
  execFileSync("pnpm", packing, { stdio: "pipe" })
  const tarballs = globSync(join(folder, "*.tgz")).sort()
  const sound = tarballs.filter(isSound).length
  console.log(`packages: ${sound} of ${tarballs.length} are sound`)
  const complaints = complaintsOfConsumer(tarballs)
  if (complaints !== "") console.error(`a program that uses them all\n${complaints}`)
  const areSound = tarballs.length > 0 && sound === tarballs.length
  process.exitCode = areSound && complaints === "" ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
