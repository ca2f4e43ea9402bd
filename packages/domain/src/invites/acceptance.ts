import type { BudgetMember } from "../budget-members/model.ts"
import { showMember } from "../budget-members/show.ts"
import type { BudgetOwner } from "../budget-owners/model.ts"
import { showOwner } from "../budget-owners/show.ts"
import type { Budget } from "../budgets/model.ts"
import type { People } from "../budgets/people.ts"
import { previous } from "../events/model.ts"
import type { Role } from "../roles/model.ts"
import { changed, joined, type Part } from "../shared/decision.ts"
import type { User } from "../users/model.ts"
import type { Invite } from "./model.ts"

/** What hangs on an invite, among rows that may not. */
export interface Hanging {
  readonly roles: ReadonlyArray<Role>
  readonly memberships: ReadonlyArray<BudgetMember>
  readonly owners: ReadonlyArray<BudgetOwner>
  readonly budgets: ReadonlyArray<Budget>
}

/**
 * Hands what hangs on an invite over to the user whom the invitee has become: "every membership and
 * ownership keeps its id and shows `user` instead of `invite`".
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
    const data = showMember(budget, after, people)
    return {
      writes: [changed("budget_members", before, after)],
      entries: [],
      events: [
        {
          type: "budget_member.updated",
          resource: "budget_members",
          data,
          previous: previous(showMember(budget, before, people), data),
        },
      ],
    }
  })
  const ownerships = owners.filter(({ invite_id }) => invite_id === invite.id)
  const owned = ownerships.map((before): Part => {
    const after: BudgetOwner = { ...before, ...person }
    const data = showOwner(after, people)
    return {
      writes: [changed("budget_owners", before, after)],
      entries: [],
      events: [
        {
          type: "budget_owner.updated",
          resource: "budget_owners",
          data,
          previous: previous(showOwner(before, people), data),
        },
      ],
    }
  })
  return joined([...members, ...owned])
}
