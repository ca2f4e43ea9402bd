import { Effect, Layer } from "effect"
import { NotificationStore } from "../notifications/store.ts"
import { KeptBooks } from "./books.ts"
import { readEvent } from "./commit.ts"

/** Finds the businesses and events with notifications to send. */
export const notificationStore = Layer.effect(
  NotificationStore,
  Effect.map(KeptBooks, ({ tables, events }) =>
    NotificationStore.of({
      due: ({ now, week, after, limit }) =>
        Effect.sync(() =>
          tables.businesses
            .all()
            .map(({ client_id }) => client_id)
            .filter((client_id) => {
              const progress = tables.notification_progress.find(client_id)
              if (client_id <= after) return false
              if (progress === null) return true
              const { sequence, next_pass, digest_week, digest_user } = progress
              const hasDigests = digest_week < week || digest_user !== null
              return next_pass <= now && (hasDigests || events.count(client_id) > sequence)
            })
            .toSorted((a, b) => a - b)
            .slice(0, limit),
        ),
      events: (client_id, after, limit) =>
        Effect.sync(() => {
          const length = Math.max(0, Math.min(limit, events.count(client_id) - after))
          return Array.from({ length }, (_, n) => events.at(client_id, after + n + 1))
            .filter((event) => event !== null)
            .map(readEvent)
        }),
      lastBefore: (client_id, instant) =>
        Effect.sync(() => {
          for (let n = events.count(client_id); n > 0; n--) {
            const created = events.at(client_id, n)?.created
            if (created !== undefined && created < instant) return n
          }
          return 0
        }),
    }),
  ),
)
