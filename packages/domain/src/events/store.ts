import { Context, type Effect } from "effect"
import type { Event, EventFilter, EventHead } from "../core/events.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** A page of the audit trail. */
export interface EventPage extends Page<Event> {
  /** The newest event of the business, whatever the filter; null while there is none. */
  readonly head: EventHead | null
}

/**
 * Reads the audit trail. It is written by every store's `change`, with what it reports, and "never
 * edited": there is nothing else that a store could do with it. Each event is appended as `sealed`
 * says, after the newest of its business: what is undone leaves no gap.
 */
export class EventStore extends Context.Service<
  EventStore,
  {
    /** By `sequence` ascending. */
    readonly page: (
      client_id: number,
      filter: EventFilter,
      page: PageRequest,
    ) => Effect.Effect<EventPage, StorageUnavailable>
  }
>()("@outlay/domain/EventStore") {}
