import { existsSync, mkdirSync } from "node:fs"
import { dirname, resolve } from "node:path"

/**
 * Creates a folder and its missing parents. Node's own `recursive` option never returns in a folder
 * where the system creates none, such as `/proc`.
 */
export const makeFolder = (folder: string, mode = 0o777): void => {
  const path = resolve(folder)
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Another process may have created it at the same time.
    if (!existsSync(path)) throw error
  }
}
