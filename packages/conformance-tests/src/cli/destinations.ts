import { access, constants, stat } from "node:fs/promises"
import { dirname, resolve } from "node:path"

const exists = async (path: string) => stat(path).catch(() => null)

/** Returns why a folder can be neither written to nor created; null if it can. */
const folderFault = async (path: string): Promise<string | null> => {
  const found = await exists(path)
  if (found === null) return folderFault(dirname(path))
  if (!found.isDirectory()) return `${path} is not a folder`
  const isWritable = access(path, constants.W_OK | constants.X_OK)
  return isWritable.then(
    () => null,
    () => `${path} cannot be written to`,
  )
}

/**
 * Returns errors in the paths that a run writes to. They are checked first, so that a run of many
 * minutes does not end without its report.
 */
export const destinationFaults = async (given: {
  readonly out: string | null
  readonly tokens: string | undefined
}): Promise<ReadonlyArray<string>> => {
  const { out, tokens } = given
  const folder = out === null ? null : await folderFault(resolve(out))
  return [
    ...(folder === null ? [] : [`--out: ${folder}`]),
    ...(tokens === undefined ? [] : await tokensFaults(resolve(tokens))),
  ]
}

const tokensFaults = async (file: string): Promise<ReadonlyArray<string>> => {
  const parent = dirname(file)
  if ((await exists(parent)) === null) return [`--tokens: there is no folder ${parent}`]
  if ((await exists(file))?.isDirectory()) return [`--tokens: ${file} is a folder`]
  const fault = await folderFault(parent)
  return fault === null ? [] : [`--tokens: ${fault}`]
}
