import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"

/** Files that are received are only their owner's, like the database. */
const mode = 0o700

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const madeOrThere = (folder: string): Promise<void> =>
  mkdir(folder, { mode }).catch((error) => {
    if (codeOf(error) !== "EEXIST") throw error
  })

/**
 * Makes a folder, and those above it that are not there. Node's own `recursive` never ends where
 * the system has a folder in which it makes none, as in `/proc`.
 */
export const makeOwnFolder = async (folder: string): Promise<void> => {
  try {
    await madeOrThere(folder)
  } catch (error) {
    const above = dirname(folder)
    if (codeOf(error) !== "ENOENT" || above === folder) throw error
    await makeOwnFolder(above)
    await madeOrThere(folder)
  }
}
