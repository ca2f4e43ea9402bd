import { Result } from "effect"
import type { BudgetMember } from "../budget-members/model.ts"
import type { LastBudgetOwner } from "../budget-owners/errors.ts"
import type { BudgetOwner } from "../budget-owners/model.ts"
import { endMemberships, endOwnerships, replaceable } from "../budgets/leaving.ts"
import type { Budget } from "../budgets/model.ts"
import type { People } from "../budgets/people.ts"
import type { Business } from "../businesses/model.ts"
import { previous } from "../events/model.ts"
import { type OutgoingMessage, outgoing } from "../messages/model.ts"
import type { RoleExceedsYours } from "../roles/errors.ts"
import type { NamedRole, Role } from "../roles/model.ts"
import { decideGrant } from "../roles/rules.ts"
import type { Caller } from "../shared/caller.ts"
import { changed, created, type Decision, joined, removed } from "../shared/decision.ts"
import { sameFolded } from "../shared/fold.ts"
import { NotFound, UnknownReference } from "../shared/refusals.ts"
import { cancelTopups } from "../topups/cancelling.ts"
import type { Topup } from "../topups/model.ts"
import { UserExists } from "../users/errors.ts"
import type { User, UserRecord } from "../users/model.ts"
import { newUser, showUser } from "../users/rules.ts"
import { handOver } from "./acceptance.ts"
import { InviteAlreadyAccepted, InviteExists } from "./errors.ts"
import { invitation } from "./invitation.ts"
import type { AcceptInvite, CreateInvite, Invite, InviteKey, InviteRecord } from "./model.ts"

/** What a store loads, under its lock, before anything is decided about an invite. */
export interface InviteContext {
  readonly business: Business | null
  /** The roles of the business. */
  readonly roles: ReadonlyArray<Role>
  /** Cancelled or not; null when one is created, or when there is no such invite. */
  readonly invite: Invite | null
  /** The active users who have the address of the command or of the invite, in whichever case. */
  readonly namesakes: ReadonlyArray<User>
  /** The pending invites for that address, in whichever case. */
  readonly pending: ReadonlyArray<Invite>
  /** The memberships that hang on the invite, removed ones included, by `created`. */
  readonly memberships: ReadonlyArray<BudgetMember>
  /**
   * Every owner, removed or not, of each budget that the invite owns or once owned, the invite's
   * own ownerships among them, by `created`.
   */
  readonly owners: ReadonlyArray<BudgetOwner>
  /** The budgets of `memberships` and `owners`. */
  readonly budgets: ReadonlyArray<Budget>
  /** The PENDING topups of `memberships`. */
  readonly pending_topups: ReadonlyArray<Topup>
  /** Who requested them. */
  readonly requesters: ReadonlyArray<User>
  /** The messages in the outbox that send the invite, by `created`. */
  readonly messages: ReadonlyArray<OutgoingMessage>
}

/** An invite as the interface shows it. */
export const showInvite = (
  invite: Invite,
  { roles }: { readonly roles: ReadonlyArray<NamedRole> },
): InviteRecord => ({
  ...invite,
  role: roles.find(({ id }) => id === invite.role_id)?.name ?? "",
})

export interface InviteCommand extends CreateInvite {
  readonly client_id: number
  readonly id: number
  /** The id of the message that invites. */
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
 * Refused, in this order: no such business; role unknown, or permitting what the caller lacks; the
 * address of an active user; a pending invite for the address.
 */
export const decideInvite = (
  context: InviteContext,
  command: InviteCommand,
): Result.Result<Decision<InviteRecord>, InviteRefusal> =>
  Result.gen(function* () {
    const { client_id, id, message_id, email, role_id, payment_types, now } = command
    const { business, roles } = context
    if (business === null) {
      return yield* Result.fail(new NotFound({ what: "business", id: client_id }))
    }
    const role = roles.find(({ id }) => id === role_id)
    if (role === undefined) {
      return yield* Result.fail(
        new UnknownReference({ pointer: "/role_id", what: "role", id: role_id }),
      )
    }
    yield* decideGrant(command.caller, role, "/role_id")
    yield* nobody(context, email, "/email")
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
    return {
      result,
      writes: [created("invites", invite), created("messages", message)],
      entries: [],
      events: [{ type: "invite.created", resource: "invites", data: result, previous: null }],
    }
  })

/** Refused when an active user has the address. */
const nobody = (
  { namesakes }: InviteContext,
  email: string,
  pointer: string,
): Result.Result<void, UserExists> => {
  const namesake = namesakes.find((_) => sameFolded(_.email, email))
  return namesake === undefined
    ? Result.succeed(undefined)
    : Result.fail(new UserExists({ pointer, user_id: namesake.id }))
}

/** An invite that is neither cancelled nor accepted. */
const pendingInvite = (
  { invite }: InviteContext,
  { invite_id }: Pick<InviteKey, "invite_id">,
): Result.Result<Invite, NotFound | InviteAlreadyAccepted> => {
  if (invite === null || invite.is_cancelled) {
    return Result.fail(new NotFound({ what: "invite", id: invite_id }))
  }
  return invite.used
    ? Result.fail(new InviteAlreadyAccepted({ invite_id }))
    : Result.succeed(invite)
}

/**
 * Cancels an invite: "cancelling an invite ends the memberships and ownerships that hang on it",
 * and so the topups that those members wait for; a message that no mailer has taken yet is not sent
 * any more. A budget may be left without members, never
 * without an owner.
 *
 * Refused, in this order: no such invite, or cancelled; accepted; "refused when it is the only
 * active owner of a budget", naming the budgets.
 */
export const decideCancellation = (
  context: InviteContext,
  key: InviteKey,
  now: string,
): Result.Result<Decision<void>, NotFound | InviteAlreadyAccepted | LastBudgetOwner> =>
  Result.gen(function* () {
    const invite = yield* pendingInvite(context, key)
    const { business, budgets } = context
    if (business === null) {
      return yield* Result.fail(new NotFound({ what: "business", id: key.client_id }))
    }
    const memberships = context.memberships.filter((_) => !_.is_deleted)
    const owners = context.owners.filter((_) => !_.is_deleted)
    const ownerships = owners.filter((_) => _.invite_id === invite.id)
    yield* replaceable({ budgets, owners }, ownerships)
    const people: People = { users: [], invites: [invite], roles: context.roles }
    const after: Invite = { ...invite, is_cancelled: true, updated: now }
    const data = showInvite(after, context)
    const { writes, entries, events } = joined([
      {
        writes: [
          changed("invites", invite, after),
          ...context.messages.map((message) => removed("messages", message)),
        ],
        entries: [],
        events: [
          {
            type: "invite.cancelled",
            resource: "invites",
            data,
            previous: previous(showInvite(invite, context), data),
          },
        ],
      },
      endMemberships({ business, budgets, memberships }, people, now),
      endOwnerships(ownerships, people, now),
      cancelTopups(context.pending_topups, context.requesters, now),
    ])
    return { result: undefined, writes, entries, events }
  })

export interface AcceptanceCommand extends AcceptInvite {
  /** The id of the user whom the invitee becomes. */
  readonly id: number
  readonly now: string
}

/**
 * "On acceptance the invitee becomes a user; every membership and ownership keeps its id and shows
 * `user` instead of `invite`", the ended ones too, so that they can be reinstated.
 *
 * Refused, in this order: no such business; no such invite, or cancelled; accepted; an active user
 * who has the address by then.
 */
export const decideAcceptance = (
  context: InviteContext,
  key: InviteKey,
  command: AcceptanceCommand,
): Result.Result<Decision<UserRecord>, NotFound | InviteAlreadyAccepted | UserExists> =>
  Result.gen(function* () {
    if (context.business === null) {
      return yield* Result.fail(new NotFound({ what: "business", id: key.client_id }))
    }
    const invite = yield* pendingInvite(context, key)
    yield* nobody(context, invite.email, "")
    const { client_id, email, role_id, payment_types } = invite
    const user = newUser({ ...command, client_id, email, role_id, payment_types })
    const after: Invite = { ...invite, used: true, updated: command.now }
    const data = showInvite(after, context)
    const result = showUser(user, context)
    const handedOver = handOver(context, invite, user)
    return {
      result,
      writes: [created("users", user), changed("invites", invite, after), ...handedOver.writes],
      entries: [],
      events: [
        {
          type: "invite.accepted",
          resource: "invites",
          data,
          previous: previous(showInvite(invite, context), data),
        },
        { type: "user.created", resource: "users", data: result, previous: null },
        ...handedOver.events,
      ],
    }
  })
