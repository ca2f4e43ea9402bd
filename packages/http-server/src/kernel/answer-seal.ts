import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto"

const ivBytes = 12
const tagBytes = 16

/**
 * Seals a text so that only the same secret can open it (AES-256-GCM). A stored response may
 * contain a token, of which only a digest may be stored.
 */
export const seal = (secret: string, text: string): string => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv("aes-256-gcm", keyOf(secret), iv)
  const locked = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), locked]).toString("base64")
}

/** Returns the text; null if the secret is a different one or the sealed text was changed. */
export const unseal = (secret: string, sealed: string): string | null => {
  const bytes = Buffer.from(sealed, "base64")
  const decipher = createDecipheriv("aes-256-gcm", keyOf(secret), bytes.subarray(0, ivBytes))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  const locked = bytes.subarray(ivBytes + tagBytes)
  try {
    return Buffer.concat([decipher.update(locked), decipher.final()]).toString("utf8")
  } catch {
    return null
  }
}

const keyOf = (secret: string): Buffer => hash("sha256", `idempotency\n${secret}`, "buffer")
