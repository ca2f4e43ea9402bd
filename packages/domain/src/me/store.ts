import { Context, Effect, Layer } from "effect"
import type { MeKey } from "../core/records/me.ts"
import { Store } from "../core/store.ts"
import { meOf } from "./looks.ts"

const make = Effect.map(Store, (store) => ({
  /** With the budgets and the people to which the user is tied on this UTC day. */
  get: (key: MeKey, today: string) => store.read(key.client_id, meOf(key, today)),
}))

/** Knows who somebody is to a business. */
export class MeStore extends Context.Service<MeStore, Effect.Success<typeof make>>()(
  "@outlay/domain/MeStore",
) {
  static readonly layer = Layer.effect(MeStore, make)
}
