import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../core/page.ts"
import type { BusinessRecord } from "../core/records/businesses.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** The list of all businesses: a port of its own, because a `Store` looks at one business. */
export class BusinessList extends Context.Service<
  BusinessList,
  {
    /** By `created` ascending, ties by id; roles alike. */
    readonly page: (page: PageRequest) => Effect.Effect<Page<BusinessRecord>, StorageUnavailable>
  }
>()("@outlay/domain/BusinessList") {}
