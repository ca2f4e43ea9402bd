import { chmodSync, mkdtempSync, readdirSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { mayStay, remove } from "./temporary.ts"

/** The first of what is in a folder: they say whose it was. */
const partsOf = (path: string): ReadonlyArray<string> =>
  statSync(path).isDirectory()
    ? readdirSync(path, { encoding: "utf8", recursive: true })
        .slice(0, 5)
        .map((name) => join(basename(path), name))
    : []

/**
 * Temporary files of one run of the tests, and of all that it starts, have a folder of their own,
 * which goes with the run. What a test has left in it fails the run.
 */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), "outlay-tests-"))
  // PostgreSQL runs as nobody, who has to reach what is its own in there.
  chmodSync(folder, 0o711)
  Object.assign(process.env, { TMPDIR: folder })
  return () => {
    const left = readdirSync(folder).filter((name) => !mayStay(name))
    const parts = left.flatMap((name) => [name, ...partsOf(join(folder, name))])
    remove(folder)
    if (left.length > 0) {
      throw new Error(`Tests left these in their temporary folder: ${parts.sort().join(", ")}`)
    }
  }
}
