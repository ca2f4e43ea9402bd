import { Context, Effect, Layer } from "effect"
import type { PageRequest } from "../core/page.ts"
import type { TopupFilter, TopupTarget } from "../core/records/topups.ts"
import type { Sight } from "../core/sight.ts"
import { changeOf, Store } from "../core/store.ts"
import { topupContext, topupsOfTarget } from "./looks.ts"
import { type TopupReader, topupsOfBusiness } from "./looks-business.ts"

const make = Effect.map(Store, (store) => ({
  /**
   * The topups of one target, "by `created` descending", ties by id; with a sight only those that
   * the user may see (`seesTopup`).
   */
  page: (target: TopupTarget, page: PageRequest, sight: Sight | null = null) =>
    store.read(target.client_id, topupsOfTarget(target, page, sight)),
  /**
   * The topups of a business, "by `created` descending", ties by id; with a sight only those that
   * the user may see or decide (`seenTopupsOf`).
   */
  pageOfBusiness: (
    client_id: number,
    filter: TopupFilter,
    page: PageRequest,
    reader: TopupReader,
  ) => store.read(client_id, topupsOfBusiness(filter, page, reader)),
  /** Decides on what `topupContext` looks at: see `Store`. */
  change: changeOf(store, topupContext),
}))

/** Keeps topups. */
export class TopupStore extends Context.Service<TopupStore, Effect.Success<typeof make>>()(
  "@outlay/domain/TopupStore",
) {
  static readonly layer = Layer.effect(TopupStore, make)
}
