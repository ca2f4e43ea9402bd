import { Context, type Effect } from "effect"
import type { Decide } from "../core/decision.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { BusinessKey, BusinessRecord } from "../core/records/businesses.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"
import type { BusinessContext } from "./rules.ts"

/** Keeps businesses. The only port that looks across them. */
export class BusinessStore extends Context.Service<
  BusinessStore,
  {
    readonly get: (key: BusinessKey) => Effect.Effect<BusinessRecord | null, StorageUnavailable>
    /** By `created` ascending, ties by id; roles alike. */
    readonly page: (page: PageRequest) => Effect.Effect<Page<BusinessRecord>, StorageUnavailable>
    /**
     * Loads the context under the write lock, asks `decide`, and commits its decision as one atomic
     * step with its events; a refusal changes nothing. `decide` may be asked again after a
     * conflict.
     */
    readonly change: <A, E>(
      key: BusinessKey,
      decide: Decide<BusinessContext, A, E>,
    ) => Effect.Effect<A, E | StorageUnavailable>
  }
>()("@outlay/domain/BusinessStore") {}
