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

/** An invite that is neither cancelled nor accepted. */
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

/** Refused when an active user has the address. */
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
