import { Result } from "effect"
import { endMemberships } from "../../budget-members/rules/removal.ts"
import type { LastBudgetOwner } from "../../budget-owners/errors.ts"
import { endOwnerships, replaceable } from "../../budget-owners/rules.ts"
import { cancelTopups } from "../../budgets/rules/pending-topups.ts"
import { type Decision, joined, nothing, type Part } from "../../core/decision.ts"
import type { People } from "../../core/people.ts"
import type { User, UserKey } from "../../core/records/users.ts"
import type { NotFound } from "../../core/refusals.ts"
import { rowChange } from "../../core/row-change.ts"
import { revoke } from "../../tokens/rules.ts"
import type { Departure, UserRemovalContext } from "../context.ts"
import { activeUser, showUser } from "./profile.ts"

/** Ends the memberships and topups that were loaded; a user can have hundreds of them. */
const leaveBudgets = (context: UserRemovalContext, user: User, now: string): Part =>
  joined([
    ...endMemberships(context, { users: [user], invites: [], roles: [] }, now),
    ...cancelTopups(context.pending_topups, context.requesters, now),
  ])

/**
 * Does a part of a deletion that is too large for one unit: ends the memberships and topups that
 * were loaded. Does nothing, and reports nothing left, if the deletion would be refused.
 */
export const decideLeaving = (
  context: UserRemovalContext,
  key: UserKey,
  now: string,
): Result.Result<Decision<Departure>> => {
  const user = departing(context, key)
  return Result.succeed(
    Result.isFailure(user)
      ? nothing({ more: false })
      : { result: { more: context.more }, ...leaveBudgets(context, user.success.user, now) },
  )
}

/** Returns the user, if they may be deleted, and the ownerships that end. */
const departing = (context: UserRemovalContext, key: UserKey) =>
  Result.gen(function* () {
    const user = yield* activeUser(context.user, key)
    const ownerships = context.owners.filter(({ user_id }) => user_id === user.id)
    yield* replaceable(context, ownerships)
    return { user, ownerships }
  })

/**
 * Deletes a user: "ends memberships and ownerships (`is_deleted`), leaves every delegation, cancels
 * pending topups that the user requested" and those that would top up an ended membership, and "a
 * user's tokens are revoked when the user is deleted". A budget may be left without members, but
 * never without an owner.
 *
 * If there is more to end than was loaded, it only reports that: `decideLeaving` has to be called
 * first.
 *
 * Refuses, in this order: an unknown user; "the only active owner of a budget
 * (`last_budget_owner`), naming the budgets".
 */
export const decideUserRemoval = (
  context: UserRemovalContext,
  key: UserKey,
  now: string,
): Result.Result<Decision<Departure>, NotFound | LastBudgetOwner> =>
  Result.map(departing(context, key), ({ user, ownerships }) => {
    if (context.more) return nothing({ more: true })
    const people: People = { users: [user], invites: [], roles: [] }
    const departure = joined([
      leave(context, user, now),
      endDelegations(context, user, now),
      ...endMemberships(context, people, now),
      ...endOwnerships(ownerships, people, now),
      ...cancelTopups(context.pending_topups, context.requesters, now),
      revokeTokens(context, now),
    ])
    return { result: { more: false }, ...departure }
  })

/** Marks the user as deleted, without delegate and assistants. */
const leave = (context: UserRemovalContext, user: User, now: string): Part =>
  userChange(context, user, "user.deleted", {
    ...user,
    delegate_approver: null,
    expense_delegate: [],
    is_deleted: true,
    updated: now,
  })

/** "Leaves every delegation": the user is no one's delegate or assistant any more. */
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
  type: "user.deleted" | "user.updated",
  after: User,
): Part => rowChange(type, { before, after, show: (row) => showUser(row, context) })

const revokeTokens = ({ tokens }: UserRemovalContext, now: string): Part =>
  joined(tokens.map((token) => revoke(token, now)))
