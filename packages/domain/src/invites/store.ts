import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { InviteKey, InviteRecord } from "../core/records/invites.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { InviteContext } from "./context.ts"

/** A new invite, by its address; or one that is there. */
export type InviteChange =
  | { readonly client_id: number; readonly email: string; readonly invite_id?: never }
  | InviteKey

/** Keeps invites. */
export class InviteStore extends Context.Service<
  InviteStore,
  {
    /** "Pending and accepted, not cancelled", by `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<InviteRecord>, StorageUnavailable>
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      change: InviteChange,
      decide: Decide<InviteContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/InviteStore") {}
