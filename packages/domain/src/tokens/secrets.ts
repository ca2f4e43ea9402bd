import { Context, type Effect } from "effect"

/**
 * Where bearer secrets come from, and how they are recognised again: 256 random bits with the
 * prefix `outlay_`, kept only as their SHA-256 digest. A port, because the domain knows no
 * cryptography library.
 */
export class Secrets extends Context.Service<
  Secrets,
  {
    readonly generate: Effect.Effect<{ readonly secret: string; readonly digest: string }>
    /** SHA-256 of a secret, 64 lower-case hexadecimal digits. */
    readonly digest: (secret: string) => string
  }
>()("@outlay/domain/Secrets") {}
