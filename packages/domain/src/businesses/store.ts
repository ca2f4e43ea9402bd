import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type { BusinessRecord } from "../core/records/businesses.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** List of all businesses. It is a separate port because a `Store` reads one business. */
export class BusinessList extends Context.Service<
  BusinessList,
  {
    /** Returns businesses by `created` ascending, ties by id; their roles have the same order. */
    readonly page: (page: PageRequest) => Effect.Effect<Page<BusinessRecord>, StorageUnavailable>
  }
>()("@outlay/domain/BusinessList") {}
