import { Context, type Effect } from "effect"
import type { Event } from "../core/events.ts"
import type { StorageUnavailable } from "../core/unit-of-work.ts"

/** What has to be asked to know whether a business has something to tell. */
export interface DueNotifications {
  readonly now: string
  /** The Monday of the week of `now`. */
  readonly week: string
  /** Businesses after this one, ascending; 0 for the first of all. */
  readonly after: number
  readonly limit: number
}

/** Finds what there is to tell of. How far that was gone through is a row of `Store`. */
export class NotificationStore extends Context.Service<
  NotificationStore,
  {
    /**
     * The businesses, ascending, that have never been looked at, or whose `next_pass` is not after
     * `now` while they have events after the `sequence` of their progress, or digests to go.
     */
    readonly due: (
      request: DueNotifications,
    ) => Effect.Effect<ReadonlyArray<number>, StorageUnavailable>
    /** The first `limit` events of a business after a sequence. */
    readonly events: (
      client_id: number,
      after: number,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Event>, StorageUnavailable>
    /** The sequence of the last event before this instant; 0 where there is none. */
    readonly lastBefore: (
      client_id: number,
      instant: string,
    ) => Effect.Effect<number, StorageUnavailable>
  }
>()("@outlay/domain/NotificationStore") {}
