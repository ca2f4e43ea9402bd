import { Context, Effect, Layer } from "effect"
import type { MeKey, MeRecord } from "../core/records/me.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { meOf } from "./looks.ts"

/** Knows who somebody is to a business. */
export class MeStore extends Context.Service<
  MeStore,
  {
    /** With the budgets and the people to which the user is tied on this UTC day. */
    readonly get: (key: MeKey, today: string) => Effect.Effect<MeRecord, StorageUnavailable>
  }
>()("@outlay/domain/MeStore") {
  static readonly layer = Layer.effect(
    MeStore,
    Effect.map(Store, (store) => ({
      get: (key, today) => store.read(key.client_id, meOf(key, today)),
    })),
  )
}
