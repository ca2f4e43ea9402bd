import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"

/** Returns the size of a file in bytes and its SHA-256 in hex. Reads one chunk at a time. */
export const fileFacts = async (path: string) => {
  const hash = createHash("sha256")
  let size = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer)
    size += (chunk as Buffer).length
  }
  return { size, sha256: hash.digest("hex") }
}
