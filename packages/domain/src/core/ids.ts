import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "./unit-of-work.ts"

/** The id of a business: an integer that appears in every path as `client_id`. */
export type ClientId = number

/** The kinds of record that are numbered; every other record has a UUID. */
export type NumberedKind = "businesses" | "users" | "invites" | "budget_members"

/**
 * Where new ids come from. UUIDs are version 7, so that ids of one kind sort by creation. Integers
 * are unique in the whole service, never reused, and may have gaps; which ones are given is written
 * down, so the storage may be unavailable.
 */
export class Ids extends Context.Service<
  Ids,
  {
    readonly uuid: Effect.Effect<string>
    readonly uuids: (length: number) => Effect.Effect<ReadonlyArray<string>>
    readonly integer: (kind: NumberedKind) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/Ids") {}
