import { type Event, type EventFilter, EventStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { compare, matches, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"

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
  Effect.map(Memory, ({ events }) =>
    EventStore.of({
      page: (client_id, filter, page) =>
        Effect.sync(() => {
          const all = events.ofBusiness(client_id)
          const last = all.at(-1)
          const matchingEvents = all.filter((event) => isWanted(event, filter))
          const found = pageOf(
            matchingEvents,
            (a, b) => compare(a.sequence, b.sequence),
            page,
            (_) => _,
          )
          const head = last === undefined ? null : { sequence: last.sequence, hash: last.hash }
          return { ...found, head }
        }),
    }),
  ),
)
