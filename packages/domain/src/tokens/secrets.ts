import { Context, type Effect } from "effect"

/**
 * Generates bearer secrets and computes their digests: 256 random bits with the prefix `outlay_`,
 * stored only as a SHA-256 digest. It is a port because the domain depends on no cryptography
 * library.
 */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** Creates a new secret and its digest. */
    readonly generate: Effect.Effect<{ readonly secret: string; readonly digest: string }>
    /** Returns the SHA-256 of a secret in 64 lower-case hexadecimal digits. */
    readonly digest: (secret: string) => string
    /** Returns the HMAC-SHA-256 of a text with a key, in base64url. */
    readonly sign: (key: string, text: string) => string
  }
>()("@outlay/domain/Secrets") {}
