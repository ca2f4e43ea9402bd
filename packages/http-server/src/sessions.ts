import { Sessions } from "@outlay/domain"
import type { SessionHolder } from "@outlay/domain/fields"
import { sessions } from "@outlay/http-contract"
import { Effect } from "effect"
import { CurrentPrincipal } from "./kernel/authentication.ts"
import { handlersOf } from "./kernel/handler.ts"

const holder = Effect.map(
  CurrentPrincipal,
  ({ token }): SessionHolder => ({
    client_id: token.client_id,
    user_id: token.user_id ?? 0,
    current: token.kind === "SESSION" ? token.id : null,
  }),
)

export const sessionsHandlers = handlersOf(sessions, {
  list: ({ query }) => Effect.flatMap(holder, (mine) => Sessions.use((_) => _.list(mine, query))),
  end: ({ params: { session_id } }) =>
    Effect.flatMap(holder, (mine) =>
      Effect.as(
        Sessions.use((_) => _.end(mine, session_id)),
        {
          includes_current: session_id === mine.current,
        },
      ),
    ),
  endAll: () =>
    Effect.flatMap(holder, (mine) =>
      Effect.as(
        Sessions.use((_) => _.endAll(mine)),
        {
          includes_current: mine.current !== null,
        },
      ),
    ),
})
