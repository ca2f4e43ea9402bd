import { createHmac, hash, randomBytes } from "node:crypto"
import { Secrets } from "@outlay/domain"
import { Effect, Layer } from "effect"

const digest = (secret: string): string => hash("sha256", secret, "hex")

/** Bearer secrets of Node's cryptography: `outlay_` and 32 random bytes in base64url. */
export const NodeSecrets = {
  layer: Layer.succeed(Secrets, {
    generate: Effect.sync(() => {
      const secret = `outlay_${randomBytes(32).toString("base64url")}`
      return { secret, digest: digest(secret) }
    }),
    digest,
    sign: (key, text) => createHmac("sha256", key).update(text).digest("base64url"),
  }),
}
