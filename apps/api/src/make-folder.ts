import { existsSync, mkdirSync } from "node:fs"
import { dirname, resolve } from "node:path"

/**
 * Makes a folder, and those above it that are not there. Node's own `recursive` never ends where
 * the system has a folder in which it makes none, as in `/proc`.
 */
export const makeFolder = (folder: string, mode = 0o777): void => {
  const path = resolve(folder)
  if (existsSync(path)) return
  makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!existsSync(path)) throw error
  }
}
