import { all, known, type Look, look, one, seen } from "../core/questions.ts"
import { isAway } from "../core/records/users.ts"
import type { Sight } from "../core/sight.ts"
import type { BudgetTies } from "./rules/budgets.ts"

/** What a user is to a budget; null: there is no such budget. */
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
