import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"

/** Only their owner can read received files, as with the database. */
const mode = 0o700

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

const madeOrThere = (folder: string): Promise<void> =>
  mkdir(folder, { mode }).catch((error) => {
    if (codeOf(error) !== "EEXIST") throw error
  })

/**
 * Creates a folder and its missing parents. Node's own `recursive` never ends in a folder in which
 * the system creates none, such as `/proc`.
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
