import { Result } from "effect"
import type { BudgetMember } from "../budget-members/model.ts"
import { withoutMember } from "../budget-members/rules.ts"
import { showMember } from "../budget-members/show.ts"
import { LastBudgetOwner } from "../budget-owners/errors.ts"
import type { BudgetOwner } from "../budget-owners/model.ts"
import { showOwner } from "../budget-owners/show.ts"
import type { Business } from "../businesses/model.ts"
import { previous } from "../events/model.ts"
import { changed, joined, type Part } from "../shared/decision.ts"
import type { Budget } from "./model.ts"
import type { People } from "./people.ts"

/** What somebody leaves who leaves every budget at once. */
export interface Leaving {
  readonly business: Pick<Business, "currency">
  /** The person's active memberships, by `created`. */
  readonly memberships: ReadonlyArray<BudgetMember>
  /** Every active owner of each budget that the person owns, the person among them. */
  readonly owners: ReadonlyArray<BudgetOwner>
  /** The budgets of `memberships` and `owners`. */
  readonly budgets: ReadonlyArray<Budget>
}

/** Refused when a budget would be left without an active owner. */
export const replaceable = (
  { budgets, owners }: Pick<Leaving, "budgets" | "owners">,
  ownerships: ReadonlyArray<BudgetOwner>,
): Result.Result<void, LastBudgetOwner> => {
  const leaving = new Set(ownerships.map(({ id }) => id))
  const orphaned = budgets.filter((budget) => {
    const own = owners.filter(({ budget_id }) => budget_id === budget.id)
    return !budget.is_deleted && own.length > 0 && own.every(({ id }) => leaving.has(id))
  })
  return orphaned.length === 0
    ? Result.succeed(undefined)
    : Result.fail(new LastBudgetOwner({ budgets: orphaned.map(({ id, name }) => ({ id, name })) }))
}

/**
 * Ends memberships as when each member is removed; of a budget that is named twice, one after the
 * other.
 */
export const endMemberships = (
  { business, budgets, memberships }: Pick<Leaving, "business" | "budgets" | "memberships">,
  people: People,
  now: string,
): Part => {
  const current = new Map(budgets.map((budget) => [budget.id, budget]))
  return joined(
    memberships.flatMap((member) => {
      const budget = current.get(member.budget_id)
      if (budget === undefined) return []
      const ended = withoutMember(business.currency, budget, member, now)
      current.set(budget.id, ended.budget)
      const data = showMember(ended.budget, ended.member, people)
      const before = showMember(budget, member, people)
      return [
        {
          writes: ended.writes,
          entries: ended.entries,
          events: [
            {
              type: "budget_member.deleted",
              resource: "budget_members",
              data,
              previous: previous(before, data),
            },
          ],
        },
      ]
    }),
  )
}

/** Ends ownerships, which somebody else goes on with: see `replaceable`. */
export const endOwnerships = (
  ownerships: ReadonlyArray<BudgetOwner>,
  people: People,
  now: string,
): Part =>
  joined(
    ownerships.map((before) => {
      const after = { ...before, is_deleted: true, updated: now }
      const data = showOwner(after, people)
      return {
        writes: [changed("budget_owners", before, after)],
        entries: [],
        events: [
          {
            type: "budget_owner.deleted",
            resource: "budget_owners",
            data,
            previous: previous(showOwner(before, people), data),
          },
        ],
      }
    }),
  )
