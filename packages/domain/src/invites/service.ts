import { Context, Effect, Layer } from "effect"
import { Budgets } from "../budgets/service.ts"
import { CurrentCaller } from "../core/caller.ts"
import { Ids } from "../core/ids.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type { AcceptInvite, CreateInvite, InviteKey } from "../core/records/invites.ts"
import { Store } from "../core/store.ts"
import { UnitOfWork } from "../core/unit-of-work.ts"
import { inviteContext, invitesByCreated } from "./looks.ts"
import { decideAcceptance } from "./rules/acceptance.ts"
import { decideCancellation } from "./rules/cancellation.ts"
import { decideInvite } from "./rules/invitation.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const budgets = yield* Budgets
  const ids = yield* Ids
  const { atomically } = yield* UnitOfWork

  const list = (client_id: number, page: PageRequest) =>
    store.read(client_id, invitesByCreated(page))

  const create = Effect.fn("Invites.create")(function* (client_id: number, invite: CreateInvite) {
    const command = {
      ...invite,
      client_id,
      id: yield* ids.integer("invites"),
      message_id: yield* ids.uuid,
      caller: yield* CurrentCaller,
      now: yield* currentTime,
    }
    return yield* store.change(client_id, inviteContext({ email: invite.email }), (context) =>
      decideInvite(context, command),
    )
  })

  const cancel = Effect.fn("Invites.cancel")(function* (key: InviteKey) {
    const now = yield* currentTime
    yield* budgets.catchUpAll(key.client_id)
    return yield* store.change(key.client_id, inviteContext(key), (context) =>
      decideCancellation(context, key, now),
    )
  }, atomically)

  const accept = Effect.fn("Invites.accept")(function* (key: InviteKey, invitee: AcceptInvite) {
    const command = { ...invitee, id: yield* ids.integer("users"), now: yield* currentTime }
    yield* budgets.catchUpAll(key.client_id)
    return yield* store.change(key.client_id, inviteContext(key), (context) =>
      decideAcceptance(context, key, command),
    )
  }, atomically)

  return {
    /** Returns the invites of a business, "pending and accepted, not cancelled"; oldest first. */
    list,
    /**
     * "Creating one sends a message through the mailer." The message is sent after the commit.
     * Refused: `NotFound` for the business, `UnknownReference` for the role, `RoleExceedsYours`,
     * `UserExists`, `InviteExists`.
     */
    create,
    /**
     * "Cancelling an invite ends the memberships and ownerships that hang on it." Refused:
     * `NotFound`, `InviteAlreadyAccepted`, `LastBudgetOwner`.
     */
    cancel,
    /**
     * "On acceptance the invitee becomes a user; every membership and ownership keeps its id."
     * Returns the user. Refused: `NotFound`, `InviteAlreadyAccepted`, `UserExists`.
     */
    accept,
  }
})

/**
 * Invites: "an invite exists until the recipient accepts it; the invitee then appears as a user".
 */
export class Invites extends Context.Service<Invites, Effect.Success<typeof make>>()(
  "@outlay/domain/Invites",
) {
  static readonly layer = Layer.effect(Invites, make)
}
