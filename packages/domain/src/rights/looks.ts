import { byCreated, delegating } from "../core/looks.ts"
import { all, known, type Look, look, one, seen } from "../core/questions.ts"
import { isAway } from "../core/records/users.ts"
import type { Sight } from "../core/sight.ts"
import { type BudgetTies, noTies } from "./rules/budgets.ts"
import type { TiesByBudget } from "./rules/topups.ts"

/** Returns the ties of a user to all budgets to which they have any. */
export const tiesToBudgets = ({ user_id, today }: Sight): Look<TiesByBudget> =>
  look(
    {
      owning: all("budget_owners", { user_id, is_deleted: false }),
      memberships: all("budget_members", { user_id, is_deleted: false }, byCreated),
      delegating,
    },
    ({ owning, memberships, delegating }) => {
      const away = delegating
        .filter((user) => user.delegate_approver === user_id && isAway(user, today))
        .map(({ id }) => id)
      return look(
        {
          deputising:
            away.length === 0
              ? known([])
              : all("budget_owners", { user_id: { in: away }, is_deleted: false }),
        },
        ({ deputising }) => {
          const ties = new Map<string, BudgetTies>()
          const tie = (budget_id: string, more: Partial<BudgetTies>) =>
            ties.set(budget_id, { ...noTies, ...ties.get(budget_id), ...more })
          // If a user has several memberships of a budget, the first one counts.
          for (const { budget_id, id } of memberships.toReversed())
            tie(budget_id, { membership: id })
          for (const { budget_id } of owning) tie(budget_id, { owner: true })
          for (const { budget_id } of deputising) tie(budget_id, { deputy: true })
          return seen(ties)
        },
      )
    },
  )

/** Returns the ties of a user to a budget; null if the budget does not exist. */
export const tiesToBudget = (
  { budget_id }: { readonly budget_id: string },
  { user_id, today }: Sight,
): Look<BudgetTies | null> =>
  look(
    {
      budget: one("budgets", { id: budget_id }),
      owners: all("budget_owners", { budget_id, is_deleted: false }),
      memberships: all("budget_members", { budget_id, user_id, is_deleted: false }, [
        ["created", "ascending"],
      ]),
    },
    ({ budget, owners, memberships }) => {
      const owning = owners.flatMap((owner) => owner.user_id ?? [])
      const delegating = {
        id: { in: owning },
        delegate_approver: user_id,
        out_of_office_mode: true,
        is_deleted: false,
      }
      return look(
        { delegators: owning.length === 0 ? known([]) : all("users", delegating) },
        ({ delegators }) => {
          const ties: BudgetTies = {
            owner: owning.includes(user_id),
            membership: memberships[0]?.id ?? null,
            deputy: delegators.some((user) => isAway(user, today)),
          }
          return seen(budget === null ? null : ties)
        },
      )
    },
  )
