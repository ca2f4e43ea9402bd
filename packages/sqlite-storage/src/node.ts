/** Requirements of the engine, as in `engines` of package.json. */
const needed = { major: 22, minor: 19, napi: 10 }

/**
 * Returns the reason why a Node.js cannot be used, or null. Older versions load better-sqlite3
 * without an error, and then the process crashes without a message.
 */
export const nodeFault = (
  versions: { readonly node: string; readonly napi?: string } = {
    node: process.versions.node,
    napi: String(process.versions["napi"]),
  },
): string | null => {
  const [major = 0, minor = 0] = versions.node.split(".").map(Number)
  const isRecent = major > needed.major || (major === needed.major && minor >= needed.minor)
  if (isRecent && Number(versions.napi) >= needed.napi) return null
  return `needs Node.js ${needed.major}.${needed.minor} or newer; this is ${versions.node}`
}
