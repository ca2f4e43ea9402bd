import { Context, type Effect } from "effect"

/**
 * Generates and recognises bearer secrets: 256 random bits with the prefix `outlay_`, stored only
 * as a SHA-256 digest. A port, because the domain depends on no cryptography library.
 */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** A new secret and its digest. */
    readonly generate: Effect.Effect<{ readonly secret: string; readonly digest: string }>
    /** SHA-256 of a secret, 64 lower-case hexadecimal digits. */
    readonly digest: (secret: string) => string
    /** HMAC-SHA-256 of a text with a key, in base64url. */
    readonly sign: (key: string, text: string) => string
  }
>()("@outlay/domain/Secrets") {}
