/** What the engine is built for: `engines` in package.json says the same. */
const needed = { major: 22, minor: 19, napi: 10 }

/**
 * What is wrong with a Node, in words; null when it will do. Older ones do not refuse to load
 * better-sqlite3: the process crashes, and says nothing.
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
