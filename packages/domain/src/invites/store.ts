import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import { changeOf, Store } from "../core/store.ts"
import { inviteContext, invitesByCreated } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /** "Pending and accepted, not cancelled", by `created` ascending, ties by id. */
  page: (client_id: number, page: PageRequest) => store.read(client_id, invitesByCreated(page)),
  /** Decides on what `inviteContext` looks at: see `Store`. */
  change: changeOf(store, inviteContext),
}))

/** Keeps invites. */
export class InviteStore extends Context.Service<InviteStore, Effect.Success<typeof make>>()(
  "@outlay/domain/InviteStore",
) {
  static readonly layer = Layer.effect(InviteStore, make)
}
