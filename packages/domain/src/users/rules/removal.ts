import { Result } from "effect"
import { endMemberships } from "../../budget-members/rules/removal.ts"
import type { LastBudgetOwner } from "../../budget-owners/errors.ts"
import { endOwnerships, replaceable } from "../../budget-owners/rules.ts"
import { cancelTopups } from "../../budgets/rules/pending-topups.ts"
import { changed, type Decision, joined, type Part } from "../../core/decision.ts"
import type { EventType } from "../../core/event-types.ts"
import { previous } from "../../core/events.ts"
import type { People } from "../../core/people.ts"
import type { User, UserKey } from "../../core/records/users.ts"
import type { NotFound } from "../../core/refusals.ts"
import { revoke } from "../../tokens/rules.ts"
import type { UserRemovalContext } from "../context.ts"
import { activeUser, showUser } from "./profile.ts"

/**
 * Deletes a user: "ends memberships and ownerships (`is_deleted`), leaves every delegation, cancels
 * pending topups that the user requested" and those that would top up an ended membership, and "a
 * user's tokens are revoked when the user is deleted". A budget may be left without members, never
 * without an owner.
 *
 * Refused, in this order: no such user; "the only active owner of a budget (`last_budget_owner`),
 * naming the budgets".
 */
export const decideUserRemoval = (
  context: UserRemovalContext,
  key: UserKey,
  now: string,
): Result.Result<Decision<void>, NotFound | LastBudgetOwner> =>
  Result.gen(function* () {
    const user = yield* activeUser(context.user, key)
    const ownerships = context.owners.filter(({ user_id }) => user_id === user.id)
    yield* replaceable(context, ownerships)
    const people: People = { users: [user], invites: [], roles: [] }
    const { writes, entries, events } = joined([
      leave(context, user, now),
      endDelegations(context, user, now),
      endMemberships(context, people, now),
      endOwnerships(ownerships, people, now),
      cancelTopups(context.pending_topups, context.requesters, now),
      revokeTokens(context, now),
    ])
    return { result: undefined, writes, entries, events }
  })

/** The user's own row: deleted, with delegations of its own given up. */
const leave = (context: UserRemovalContext, user: User, now: string): Part =>
  userChange(context, user, "user.deleted", {
    ...user,
    delegate_approver: null,
    expense_delegate: [],
    is_deleted: true,
    updated: now,
  })

/** "Leaves every delegation": nobody's delegate and nobody's assistant any more. */
const endDelegations = (context: UserRemovalContext, user: User, now: string): Part =>
  joined(
    context.delegators.map((delegator) =>
      userChange(context, delegator, "user.updated", {
        ...delegator,
        delegate_approver:
          delegator.delegate_approver === user.id ? null : delegator.delegate_approver,
        expense_delegate: delegator.expense_delegate.filter((id) => id !== user.id),
        updated: now,
      }),
    ),
  )

const userChange = (
  context: UserRemovalContext,
  before: User,
  type: EventType,
  after: User,
): Part => {
  const data = showUser(after, context)
  return {
    writes: [changed("users", before, after)],
    entries: [],
    events: [
      { type, resource: "users", data, previous: previous(showUser(before, context), data) },
    ],
  }
}

const revokeTokens = ({ tokens }: UserRemovalContext, now: string): Part =>
  joined(
    tokens.map((token) => {
      const { write, event } = revoke(token, now)
      return { writes: [write], entries: [], events: [event] }
    }),
  )
