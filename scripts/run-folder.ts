import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Temporary files of one run of the tests, and of all that it starts, have a folder of their own,
 * which goes with the run.
 */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), "outlay-tests-"))
  // PostgreSQL runs as nobody, who has to reach what is its own in there.
  chmodSync(folder, 0o711)
  Object.assign(process.env, { TMPDIR: folder })
  // A process that ends may still write into it.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
