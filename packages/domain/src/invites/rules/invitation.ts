import { Result } from "effect"
import type { Caller } from "../../core/caller.ts"
import { created, type Decision } from "../../core/decision.ts"
import { sameFolded } from "../../core/fold.ts"
import { existing } from "../../core/not-found.ts"
import type { CreateInvite, Invite, InviteRecord } from "../../core/records/invites.ts"
import { outgoing } from "../../core/records/messages.ts"
import { type NotFound, UnknownReference } from "../../core/refusals.ts"
import { rowCreation } from "../../core/row-change.ts"
import type { RoleExceedsYours } from "../../roles/errors.ts"
import { decideGrant } from "../../roles/rules.ts"
import type { UserExists } from "../../users/errors.ts"
import { freeAddress, type InviteContext, showInvite } from "../context.ts"
import { InviteExists } from "../errors.ts"
import { invitation } from "../message.ts"

export interface InviteCommand extends CreateInvite {
  readonly client_id: number
  readonly id: number
  /** Id of the message that invites the person. */
  readonly message_id: string
  readonly caller: Caller
  readonly now: string
}

export type InviteRefusal =
  | NotFound
  | UnknownReference
  | RoleExceedsYours
  | UserExists
  | InviteExists

/**
 * Invites a person: "creating one sends a message through the mailer".
 *
 * Refuses, in this order: an unknown business; an unknown role, or one with permissions that the
 * caller does not have; the address of an active user; an address with a pending invite.
 */
export const decideInvite = (
  context: InviteContext,
  command: InviteCommand,
): Result.Result<Decision<InviteRecord>, InviteRefusal> =>
  Result.gen(function* () {
    const { client_id, id, message_id, email, role_id, payment_types, now } = command
    const business = yield* existing(context.business, "business", client_id)
    const role = context.roles.find(({ id }) => id === role_id)
    if (role === undefined) {
      return yield* Result.fail(
        new UnknownReference({ pointer: "/role_id", what: "role", id: role_id }),
      )
    }
    yield* decideGrant(command.caller, role, "/role_id")
    yield* freeAddress(context, email, "/email")
    const earlier = context.pending.find((_) => sameFolded(_.email, email))
    if (earlier !== undefined) {
      return yield* Result.fail(new InviteExists({ pointer: "/email", invite_id: earlier.id }))
    }
    const invite: Invite = {
      client_id,
      id,
      email,
      role_id,
      payment_types,
      used: false,
      is_cancelled: false,
      created: now,
      updated: now,
    }
    const result = showInvite(invite, context)
    const message = outgoing(invitation(business, result), { client_id, id: message_id, now })
    const { writes, ...creation } = rowCreation("invite.created", invite, result)
    return { result, ...creation, writes: [...writes, created("messages", message)] }
  })
