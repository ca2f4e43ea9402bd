import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./unit-of-work.ts"

/** The kinds of record with integer ids. Every other record has a UUID. */
export type NumberedKind = "businesses" | "users" | "invites" | "budget_members"

/**
 * Source of new ids. UUIDs are version 7, so ids of one kind sort by creation. Integers are unique
 * in the whole service, never reused, and may have gaps. The storage persists the last integer, so
 * it can be unavailable.
 */
export class Ids extends Context.Service<
  Ids,
  {
    readonly uuid: Effect.Effect<string>
    readonly uuids: (length: number) => Effect.Effect<ReadonlyArray<string>>
    readonly integer: (kind: NumberedKind) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/Ids") {}
