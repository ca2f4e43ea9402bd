import { Context, Effect, Layer } from "effect"
import { dayOf } from "../core/dates.ts"
import { now as currentTime } from "../core/now.ts"
import type { MeKey } from "../core/records/me.ts"
import type { UpdateMe } from "../core/records/users.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { userContext } from "../users/looks.ts"
import { decideMeUpdate } from "../users/rules/profile.ts"
import { meOf } from "./looks.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const { atomically } = yield* UnitOfWork

  const get = (key: MeKey) =>
    Effect.flatMap(currentTime, (now) => store.read(key.client_id, meOf(key, dayOf(now))))

  /** A caller without a user (`user_id` null) gets `NotFound`. */
  const update = Effect.fn("Me.update")(function* (key: MeKey, patch: UpdateMe) {
    const now = yield* currentTime
    const { delegate_approver: delegate } = patch
    const self = { client_id: key.client_id, user_id: key.user_id ?? 0 }
    const user_ids = typeof delegate === "number" ? [delegate] : []
    const look = userContext({ ...self, email: null, user_ids })
    yield* store.change(key.client_id, look, (context) => decideMeUpdate(context, self, patch, now))
    return yield* get(key)
  }, atomically)

  return {
    /**
     * Returns the caller: "the business, the user (or null), role, permissions, what they own,
     * belong to, assist and approve for". Absences are those of the current UTC day.
     */
    get,
    /**
     * Changes the given fields of the caller's own user: display name, absence (UTC days, both
     * inclusive) and delegate. Refused: `NotFound` if the caller has no user,
     * `OutOfOfficeNeedsDates`, `OutOfOfficeEndsBeforeStart`, `DelegateIsSelf`, `UnknownReference`,
     * `DelegateOutOfOffice`.
     */
    update,
  }
})

/** The caller, as seen by the business of their token. */
export class Me extends Context.Service<Me, Effect.Success<typeof make>>()("@outlay/domain/Me") {
  static readonly layer = Layer.effect(Me, make)
}
