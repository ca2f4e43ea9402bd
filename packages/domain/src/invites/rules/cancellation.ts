import { Result } from "effect"
import { endMemberships } from "../../budget-members/rules/removal.ts"
import type { LastBudgetOwner } from "../../budget-owners/errors.ts"
import { endOwnerships, replaceable } from "../../budget-owners/rules.ts"
import { cancelTopups } from "../../budgets/rules/pending-topups.ts"
import { type Decision, removed, sliced } from "../../core/decision.ts"
import { existing } from "../../core/not-found.ts"
import type { People } from "../../core/people.ts"
import type { Invite, InviteKey } from "../../core/records/invites.ts"
import type { NotFound } from "../../core/refusals.ts"
import { rowChange } from "../../core/row-change.ts"
import { type InviteContext, pendingInvite, showInvite } from "../context.ts"
import type { InviteAlreadyAccepted } from "../errors.ts"
/**
 * Cancels an invite: "cancelling an invite ends the memberships and ownerships that hang on it",
 * and with them the pending topups of those members. A message that is still in the outbox is not
 * sent. A budget may be left without members, but never without an owner.
 *
 * Refuses, in this order: an unknown or cancelled invite; an accepted invite; "refused when it is
 * the only active owner of a budget", naming the budgets.
 */
export const decideCancellation = (
  context: InviteContext,
  key: InviteKey,
  now: string,
): Result.Result<Decision<void>, NotFound | InviteAlreadyAccepted | LastBudgetOwner> =>
  Result.gen(function* () {
    const invite = yield* pendingInvite(context, key)
    const { budgets } = context
    const { currency } = yield* existing(context.business, "business", key.client_id)
    const memberships = context.memberships.filter((_) => !_.is_deleted)
    const owners = context.owners.filter((_) => !_.is_deleted)
    const ownerships = owners.filter((_) => _.invite_id === invite.id)
    yield* replaceable({ budgets, owners }, ownerships)
    const people: People = { users: [], invites: [invite], roles: context.roles }
    function* endings() {
      yield* endMemberships({ business: { currency }, budgets, memberships }, people, now)
      yield* endOwnerships(ownerships, people, now)
      yield* cancelTopups(context.pending_topups, context.requesters, now)
    }
    const after: Invite = { ...invite, is_cancelled: true, updated: now }
    const show = (row: Invite) => showInvite(row, context)
    const { writes, ...change } = rowChange("invite.cancelled", { before: invite, after, show })
    return {
      result: undefined,
      ...change,
      writes: [...writes, ...context.messages.map((message) => removed("messages", message))],
      slices: sliced(endings()),
    }
  })
