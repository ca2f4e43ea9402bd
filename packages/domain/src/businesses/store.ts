import { Context, Effect, Layer } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type { BusinessKey, BusinessRecord } from "../core/records/businesses.ts"
import { changeOf, Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { businessContext, shownBusiness } from "./looks.ts"

/** The list of all businesses: a port of its own, because a `Store` looks at one business. */
export class BusinessList extends Context.Service<
  BusinessList,
  {
    /** By `created` ascending, ties by id; roles alike. */
    readonly page: (page: PageRequest) => Effect.Effect<Page<BusinessRecord>, StorageUnavailable>
  }
>()("@outlay/domain/BusinessList") {}

const make = Effect.gen(function* () {
  const store = yield* Store
  const { page } = yield* BusinessList
  return {
    get: ({ client_id }: BusinessKey) => store.read(client_id, shownBusiness),
    /** By `created` ascending, ties by id; roles alike. */
    page,
    /** Decides on what `businessContext` looks at: see `Store`. */
    change: changeOf(store, (_: BusinessKey) => businessContext),
  }
})

/** Keeps businesses. */
export class BusinessStore extends Context.Service<BusinessStore, Effect.Success<typeof make>>()(
  "@outlay/domain/BusinessStore",
) {
  static readonly layer = Layer.effect(BusinessStore, make)
}
