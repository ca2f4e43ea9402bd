import { type Event, type EventFilter, EventStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { byCreated, matches, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"

const isWanted = (event: Event, { type, min_created, max_created }: EventFilter): boolean =>
  matches(type, event.type) &&
  (min_created === undefined || event.created >= min_created) &&
  (max_created === undefined || event.created <= max_created)

export const eventStore = Layer.effect(
  EventStore,
  Effect.map(Memory, ({ events }) =>
    EventStore.of({
      page: (client_id, filter, page) =>
        Effect.sync(() =>
          pageOf(
            events.ofBusiness(client_id).filter((event) => isWanted(event, filter)),
            byCreated,
            page,
            (_) => _,
          ),
        ),
    }),
  ),
)
