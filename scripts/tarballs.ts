/** The tarballs of what is published, and what publint and attw say of them. */
import { execFileSync, spawnSync } from "node:child_process"
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import { complaintsOfConsumer } from "./consumer.ts"

const judges = [
  ["publint", "--strict"],
  ["attw", "--profile", "esm-only", "--format", "ascii"],
]

/** What is published: neither the self-test of the conformance suite nor the site. */
const packages = [
  "--filter=./apps/*",
  "--filter=./packages/*",
  "--filter=!@outlay/conformance-selftest",
  "--filter=!@outlay/site",
]

/** Packs every publishable package, which is built, into a folder, and answers the paths. */
export const packInto = (folder: string): ReadonlyArray<string> => {
  const packing = ["--config.ignore-scripts=true", "--recursive", ...packages, "pack"]
  execFileSync("pnpm", [...packing, "--pack-destination", folder], { stdio: "pipe" })
  return globSync(join(folder, "*.tgz")).sort()
}

/** Types are judged of what can be imported, neither of the command nor of its pages. */
const judgesOf = (tarball: string) =>
  /^outlay-(?:console-)?\d/u.test(basename(tarball)) ? judges.slice(0, 1) : judges

/**
 * What is wrong with tarballs: entry points that do not exist, code or types that do not resolve
 * for those who install them, or a program that uses them all and does not compile.
 */
export const complaintsOf = (tarballs: ReadonlyArray<string>): ReadonlyArray<string> => {
  const alone = tarballs.flatMap((tarball) =>
    judgesOf(tarball).flatMap(([command = "", ...args]) => {
      const { status, stdout, stderr } = spawnSync(command, [tarball, ...args], {
        encoding: "utf8",
      })
      return status === 0 ? [] : [`${command} ${tarball}\n${stdout}${stderr}`]
    }),
  )
  const together = complaintsOfConsumer(tarballs)
  return together === "" ? alone : [...alone, `a program that uses them all\n${together}`]
}
