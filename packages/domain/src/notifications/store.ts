import { Context, type Effect } from "effect"
import type { Event } from "../core/events.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** Parameters of the query for businesses that have notifications due. */
export interface DueNotifications {
  readonly now: string
  /** Monday of the week of `now`. */
  readonly week: string
  /** Only businesses with greater ids, ascending; 0 for all. */
  readonly after: number
  readonly limit: number
}

/** Finds the events to report. The progress of each business is a row of `Store`. */
export class NotificationStore extends Context.Service<
  NotificationStore,
  {
    /**
     * Returns the businesses with work to do, ascending: those without progress, and those whose
     * `next_pass` is not after `now` and that have digests left, or events after the `sequence` of
     * their progress.
     */
    readonly due: (
      request: DueNotifications,
    ) => Effect.Effect<ReadonlyArray<number>, StorageUnavailable>
    /** Returns the first `limit` events of a business after a sequence. */
    readonly events: (
      client_id: number,
      after: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Event>, StorageUnavailable>
    /** Returns the sequence of the last event before this instant; 0 if there is none. */
    readonly lastBefore: (
      client_id: number,
      instant: string,
    ) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/NotificationStore") {}
