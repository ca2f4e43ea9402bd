import { Notifications } from "@outlay/domain"
import type { Unsubscribe } from "@outlay/http-server"
import { Effect } from "effect"

/** Handler of unsubscribe links. */
export const unsubscribing = Effect.map(
  Notifications,
  ({ unsubscribe }): Unsubscribe =>
    (token) =>
      unsubscribe(token).pipe(
        Effect.as(true),
        Effect.catchTag("UnsubscribeLinkNotValid", () => Effect.succeed(false)),
      ),
)
