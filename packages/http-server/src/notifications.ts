import { Notifications } from "@outlay/domain"
import type { UserKey } from "@outlay/domain/fields"
import { notifications } from "@outlay/http-contract"
import { Effect } from "effect"
import { CurrentPrincipal } from "./kernel/authentication.ts"
import { handlersOf } from "./kernel/handler.ts"

/** The user whose settings are read: the one for whom the token acts. */
const reader = Effect.map(
  CurrentPrincipal,
  ({ token }): UserKey => ({ client_id: token.client_id, user_id: token.user_id ?? 0 }),
)

export const notificationsHandlers = handlersOf(notifications, {
  get: () => Effect.flatMap(reader, (mine) => Notifications.use((_) => _.settings(mine))),
  update: ({ body }) =>
    Effect.flatMap(reader, (mine) => Notifications.use((_) => _.update(mine, body))),
})
