import type { Upload } from "@outlay/domain/fields"
import type { Effect, Scope, Stream } from "effect"
import type { Refused } from "./refusal.ts"

/** A file on its way, as a handler gets it before its unit of work, which must not wait for it. */
export interface Incoming {
  readonly params: Readonly<Record<string, unknown>>
  readonly name: string | null
  readonly bytes: Stream.Stream<Uint8Array, Refused>
  /** In bytes. */
  readonly maximum: number
  readonly dryRun: boolean
}

/** Makes something of a file. Nothing is left of it when the scope closes, unless it is taken. */
export type Receive<R = unknown> = (
  incoming: Incoming,
) => Effect.Effect<Upload, unknown, R | Scope.Scope>
