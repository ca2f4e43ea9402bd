import type { Upload } from "@outlay/domain/fields"
import type { Effect, Scope, Stream } from "effect"
import type { Refused } from "./refusal.ts"

/** An incoming file, as a handler gets it before its unit of work, which must not wait for it. */
export interface Incoming {
  readonly params: Readonly<Record<string, unknown>>
  readonly name: string | null
  readonly bytes: Stream.Stream<Uint8Array, Refused>
  /** Maximum size in bytes. */
  readonly maximum: number
  readonly dryRun: boolean
}

/**
 * Processes a file. Everything that it creates is removed when the scope closes, unless the file is
 * taken.
 */
export type Receive<R = unknown> = (
  incoming: Incoming,
) => Effect.Effect<Upload, unknown, R | Scope.Scope>
