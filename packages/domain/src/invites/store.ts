import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { InviteRecord } from "../core/records/invites.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { InviteContext } from "./context.ts"
import { type InviteChange, inviteContext, invitesByCreated } from "./looks.ts"

/** Keeps invites. */
export class InviteStore extends Context.Service<
  InviteStore,
  {
    /** "Pending and accepted, not cancelled", by `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      page: PageRequest,
    ) => Effect.Effect<Page<InviteRecord>, StorageUnavailable>
    /** Decides on what `inviteContext` looks at: see `Store`. */
    readonly change: <A, E>(
      change: InviteChange,
      decide: Decide<InviteContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/InviteStore") {
  static readonly layer = Layer.effect(
    InviteStore,
    Effect.map(Store, (store) => ({
      page: (client_id, request) => store.read(client_id, invitesByCreated(request)),
      change: (key, decide) => store.change(key.client_id, inviteContext(key), decide),
    })),
  )
}
