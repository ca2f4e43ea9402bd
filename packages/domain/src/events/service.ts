import { Context, Effect, Layer } from "effect"
import type { EventFilter } from "../core/events.ts"
import type { PageRequest } from "../core/page.ts"
import { EventStore } from "./store.ts"

const make = Effect.map(EventStore, (store) => ({
  /**
   * Returns the events of a business, by `sequence`: "1, 2, 3, … in the business, without gaps, in
   * the order of commit". Times are in UTC.
   */
  list: (client_id: number, filter: EventFilter, page: PageRequest) =>
    store.page(client_id, filter, page),
}))

/** The audit trail: "every state change appends an event in the same database transaction". */
export class Events extends Context.Service<Events, Effect.Success<typeof make>>()(
  "@outlay/domain/Events",
) {
  static readonly layer = Layer.effect(Events, make)
}
