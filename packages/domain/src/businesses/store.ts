import { Context, Effect, Layer } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { BusinessKey, BusinessRecord } from "../core/records/businesses.ts"
import { Store } from "../core/store.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import { businessContext, shownBusiness } from "./looks.ts"
import type { BusinessContext } from "./rules.ts"

/** The list of all businesses: a port of its own, because a `Store` looks at one business. */
export class BusinessList extends Context.Service<
  BusinessList,
  {
    /** By `created` ascending, ties by id; roles alike. */
    readonly page: (page: PageRequest) => Effect.Effect<Page<BusinessRecord>, StorageUnavailable>
  }
>()("@outlay/domain/BusinessList") {}

/** Keeps businesses. */
export class BusinessStore extends Context.Service<
  BusinessStore,
  {
    readonly get: (key: BusinessKey) => Effect.Effect<BusinessRecord | null, StorageUnavailable>
    /** By `created` ascending, ties by id; roles alike. */
    readonly page: (page: PageRequest) => Effect.Effect<Page<BusinessRecord>, StorageUnavailable>
    /** Decides on what `businessContext` looks at: see `Store`. */
    readonly change: <A, E>(
      key: BusinessKey,
      decide: Decide<BusinessContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/BusinessStore") {
  static readonly layer = Layer.effect(
    BusinessStore,
    Effect.gen(function* () {
      const store = yield* Store
      const { page } = yield* BusinessList
      return {
        get: ({ client_id }) => store.read(client_id, shownBusiness),
        page,
        change: ({ client_id }, decide) => store.change(client_id, businessContext, decide),
      }
    }),
  )
}
