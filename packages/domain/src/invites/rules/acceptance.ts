import { Result } from "effect"
import { changed, created, type Decision, joined, type Part } from "../../core/decision.ts"
import { existing } from "../../core/not-found.ts"
import type { People } from "../../core/people.ts"
import { type BudgetMember, showMember } from "../../core/records/budget-members.ts"
import { type BudgetOwner, showOwner } from "../../core/records/budget-owners.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { AcceptInvite, Invite, InviteKey } from "../../core/records/invites.ts"
import type { Role } from "../../core/records/roles.ts"
import type { User, UserRecord } from "../../core/records/users.ts"
import type { NotFound } from "../../core/refusals.ts"
import { changeEvent, eventOf, rowChange } from "../../core/row-change.ts"
import type { UserExists } from "../../users/errors.ts"
import { newUser, showUser } from "../../users/rules/profile.ts"
import { freeAddress, type InviteContext, pendingInvite, showInvite } from "../context.ts"
import type { InviteAlreadyAccepted } from "../errors.ts"

/** Memberships and ownerships of an invite; may also contain those of others. */
export interface Hanging {
  readonly roles: ReadonlyArray<Role>
  readonly memberships: ReadonlyArray<BudgetMember>
  readonly owners: ReadonlyArray<BudgetOwner>
  readonly budgets: ReadonlyArray<Budget>
}

/**
 * Transfers the memberships and ownerships of an invite to the user whom the invitee has become:
 * "every membership and ownership keeps its id and shows `user` instead of `invite`".
 */
export const handOver = (
  { roles, memberships, owners, budgets }: Hanging,
  invite: Invite,
  user: User,
): Part => {
  const people: People = { users: [user], invites: [invite], roles }
  const person = { user_id: user.id, invite_id: null, updated: user.created }
  const members = memberships.map((before): Part => {
    const after: BudgetMember = { ...before, ...person }
    const budget = budgets.find(({ id }) => id === before.budget_id)
    if (budget === undefined) throw new Error(`Member ${before.id} has no budget`)
    const show = (row: BudgetMember) => showMember(budget, row, people)
    return rowChange("budget_member.updated", { before, after, show })
  })
  const ownerships = owners.filter(({ invite_id }) => invite_id === invite.id)
  const owned = ownerships.map((before): Part => {
    const after: BudgetOwner = { ...before, ...person }
    const show = (row: BudgetOwner) => showOwner(row, people)
    return rowChange("budget_owner.updated", { before, after, show })
  })
  return joined([...members, ...owned])
}

export interface AcceptanceCommand extends AcceptInvite {
  /** Id of the user whom the invitee becomes. */
  readonly id: number
  readonly now: string
}

/**
 * "On acceptance the invitee becomes a user; every membership and ownership keeps its id and shows
 * `user` instead of `invite`", also those that have ended, so that they can be reinstated.
 *
 * Refuses, in this order: an unknown business; an unknown or cancelled invite; an accepted invite;
 * an address that an active user has by then.
 */
export const decideAcceptance = (
  context: InviteContext,
  key: InviteKey,
  command: AcceptanceCommand,
): Result.Result<Decision<UserRecord>, NotFound | InviteAlreadyAccepted | UserExists> =>
  Result.gen(function* () {
    yield* existing(context.business, "business", key.client_id)
    const invite = yield* pendingInvite(context, key)
    yield* freeAddress(context, invite.email, "")
    const { client_id, email, role_id, payment_types } = invite
    const user = newUser({ ...command, client_id, email, role_id, payment_types })
    const after: Invite = { ...invite, used: true, updated: command.now }
    const result = showUser(user, context)
    const handedOver = handOver(context, invite, user)
    return {
      result,
      writes: [created("users", user), changed("invites", invite, after), ...handedOver.writes],
      entries: [],
      events: [
        changeEvent("invite.accepted", showInvite(invite, context), showInvite(after, context)),
        eventOf("user.created", result, null),
        ...handedOver.events,
      ],
    }
  })
