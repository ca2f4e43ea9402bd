import { chmodSync, mkdtempSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { mayStay, remove } from "./temporary.ts"

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
    remove(folder)
    if (left.length > 0) {
      throw new Error(`Tests left these in their temporary folder: ${left.sort().join(", ")}`)
    }
  }
}
