import { Context, type Effect } from "effect"
import type { Event, EventFilter, EventHead } from "../core/events.ts"
import type { Page, PageRequest } from "../core/page.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** A page of the audit trail. */
export interface EventPage extends Page<Event> {
  /** Newest event of the business, regardless of the filter; null if there is none. */
  readonly head: EventHead | null
}

/**
 * Reads the audit trail. Every store's `change` appends its events to it, and it is "never edited",
 * so a store can do nothing else with it. Each event is appended as `sealed` describes, after the
 * newest of its business; a rolled-back change leaves no gap.
 */
export class EventStore extends Context.Service<
  EventStore,
  {
    /** Returns events by `sequence` ascending. */
    readonly page: (
      client_id: number,
      filter: EventFilter,
      page: PageRequest,
    ) => Effect.Effect<EventPage, StorageUnavailable>
  }
>()("@outlay/domain/EventStore") {}
