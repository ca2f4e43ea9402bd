import { Result } from "effect"
import { sameFolded } from "../core/fold.ts"
import type { BudgetMember } from "../core/records/budget-members.ts"
import type { BudgetOwner } from "../core/records/budget-owners.ts"
import type { Budget } from "../core/records/budgets.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Invite, InviteKey, InviteRecord } from "../core/records/invites.ts"
import type { OutgoingMessage } from "../core/records/messages.ts"
import type { NamedRole, Role } from "../core/records/roles.ts"
import type { Topup } from "../core/records/topups.ts"
import type { User } from "../core/records/users.ts"
import { NotFound } from "../core/refusals.ts"
import { UserExists } from "../users/errors.ts"
import { InviteAlreadyAccepted } from "./errors.ts"
/** Data that a store loads under its lock before a decision about an invite. */
export interface InviteContext {
  readonly business: Business | null
  /** Roles of the business. */
  readonly roles: ReadonlyArray<Role>
  /** Invite of the command, cancelled or not; null if it is new or does not exist. */
  readonly invite: Invite | null
  /** Active users who have the email address of the command or of the invite, ignoring case. */
  readonly namesakes: ReadonlyArray<User>
  /** Pending invites for that address, ignoring case. */
  readonly pending: ReadonlyArray<Invite>
  /** Memberships of the invite, including removed ones, by `created`. */
  readonly memberships: ReadonlyArray<BudgetMember>
  /**
   * All owners, removed or not, of each budget that the invite owns or once owned, including the
   * invite itself, by `created`.
   */
  readonly owners: ReadonlyArray<BudgetOwner>
  /** Budgets of `memberships` and `owners`. */
  readonly budgets: ReadonlyArray<Budget>
  /** PENDING topups of `memberships`. */
  readonly pending_topups: ReadonlyArray<Topup>
  /** Users who requested those topups. */
  readonly requesters: ReadonlyArray<User>
  /** Messages in the outbox that send the invite, by `created`. */
  readonly messages: ReadonlyArray<OutgoingMessage>
}

/** Returns an invite as the API shows it. */
export const showInvite = (
  invite: Invite,
  { roles }: { readonly roles: ReadonlyArray<NamedRole> },
): InviteRecord => ({
  ...invite,
  role: roles.find(({ id }) => id === invite.role_id)?.name ?? "",
})

/** Returns an invite that is neither cancelled nor accepted. */
export const pendingInvite = (
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

/** Refuses the address of an active user. */
export const freeAddress = (
  { namesakes }: InviteContext,
  email: string,
  pointer: string,
): Result.Result<void, UserExists> => {
  const namesake = namesakes.find((_) => sameFolded(_.email, email))
  return namesake === undefined
    ? Result.succeed(undefined)
    : Result.fail(new UserExists({ pointer, user_id: namesake.id }))
}
