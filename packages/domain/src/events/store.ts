import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../shared/page.ts"
import type { StorageUnavailable } from "../shared/unit-of-work.ts"
import type { Event, EventFilter } from "./model.ts"

/**
 * Reads the audit trail. It is written by every store's `change`, with what it reports, and "never
 * edited": there is nothing else that a store could do with it.
 */
export class EventStore extends Context.Service<
  EventStore,
  {
    /** By `created` ascending, ties by id. */
    readonly page: (
      client_id: number,
      filter: EventFilter,
      page: PageRequest,
    ) => Effect.Effect<Page<Event>, StorageUnavailable>
  }
>()("@outlay/domain/EventStore") {}
