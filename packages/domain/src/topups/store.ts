import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type {
  BusinessTopup,
  TopupFilter,
  TopupRecord,
  TopupTarget,
} from "../core/records/topups.ts"
import type { Sight } from "../core/sight.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { type TopupKey, topupContext, topupsOfTarget } from "./looks.ts"
import { type TopupReader, topupsOfBusiness } from "./looks-business.ts"
import type { TopupContext } from "./rules.ts"

/** Keeps topups. */
export class TopupStore extends Context.Service<
  TopupStore,
  {
    /**
     * The topups of one target, "by `created` descending", ties by id; with a sight only those that
     * the user may see (`seesTopup`).
     */
    readonly page: (
      target: TopupTarget,
      page: PageRequest,
      sight?: Sight | null,
    ) => Effect.Effect<Page<TopupRecord>, StorageUnavailable>
    /**
     * The topups of a business, "by `created` descending", ties by id; with a sight only those that
     * the user may see or decide (`seenTopupsOf`).
     */
    readonly pageOfBusiness: (
      client_id: number,
      filter: TopupFilter,
      page: PageRequest,
      reader: TopupReader,
    ) => Effect.Effect<Page<BusinessTopup>, StorageUnavailable>
    /** Decides on what `topupContext` looks at: see `Store`. */
    readonly change: <A, E>(
      key: TopupKey,
      decide: Decide<TopupContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/TopupStore") {
  static readonly layer = Layer.effect(
    TopupStore,
    Effect.map(Store, (store) => ({
      page: (target, request, sight = null) =>
        store.read(target.client_id, topupsOfTarget(target, request, sight)),
      pageOfBusiness: (client_id, filter, request, reader) =>
        store.read(client_id, topupsOfBusiness(filter, request, reader)),
      change: (key, decide) => store.change(key.client_id, topupContext(key), decide),
    })),
  )
}
