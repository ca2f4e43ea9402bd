import { Effect, Layer } from "effect"
import type { Event, EventFilter } from "../core/events.ts"
import { EventStore } from "../events/store.ts"
import { KeptBooks } from "./books.ts"
import { readEvent } from "./commit.ts"
import { compare, matches, pageOf } from "./list.ts"

const isWanted = (
  event: Event,
  { type, min_created, max_created, after_sequence = 0 }: EventFilter,
): boolean =>
  matches(type, event.type) &&
  (min_created === undefined || event.created >= min_created) &&
  (max_created === undefined || event.created <= max_created) &&
  event.sequence > after_sequence

export const eventStore = Layer.effect(
  EventStore,
  Effect.map(KeptBooks, ({ events }) =>
    EventStore.of({
      page: (client_id, filter, page) =>
        Effect.sync(() => {
          const last = events.last(client_id)
          const all = events.ofBusiness(client_id).map(readEvent)
          const matchingEvents = all.filter((event) => isWanted(event, filter))
          const found = pageOf(
            matchingEvents,
            (a, b) => compare(a.sequence, b.sequence),
            page,
            (_) => _,
          )
          const head = last === null ? null : { sequence: last.sequence, hash: last.hash }
          return { ...found, head }
        }),
    }),
  ),
)
