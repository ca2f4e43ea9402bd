import { Me } from "@outlay/domain"
import type { MeKey, UpdateMe } from "@outlay/domain/fields"
import { me } from "@outlay/http-contract"
import { Effect } from "effect"
import { CurrentPrincipal } from "./kernel/authentication.ts"
import { handlersOf } from "./kernel/handler.ts"

/** The key of the token, with its current role. */
const key = Effect.map(
  CurrentPrincipal,
  ({ business, token, role }): MeKey => ({
    client_id: business.client_id,
    user_id: token.user_id,
    role,
  }),
)

const update = ({ body }: { readonly body: UpdateMe }) =>
  Effect.flatMap(key, (mine) => Me.use((_) => _.update(mine, body)))

export const meHandlers = handlersOf(me, {
  get: () => Effect.flatMap(key, (mine) => Me.use((_) => _.get(mine))),
  update,
})
