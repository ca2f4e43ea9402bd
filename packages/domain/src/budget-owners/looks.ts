import type { MemberChange } from "../budget-members/looks.ts"
import { byCreated, people } from "../core/looks.ts"
import { emptyPage, type Page, type PageRequest } from "../core/page.ts"
import { all, andThen, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import {
  type BudgetOwnerRecord,
  type OwnerFilter,
  showOwner,
} from "../core/records/budget-owners.ts"
import type { BudgetKey } from "../core/records/budgets.ts"
import type { Sight } from "../core/sight.ts"
import { tiesToBudget } from "../rights/looks.ts"
import { seesOwners } from "../rights/rules/budget-owners.ts"
import type { OwnerContext } from "./rules.ts"

/** Loads the rows for a decision about a budget's owners. */
export const ownerContext = ({ budget_id, ...named }: MemberChange): Look<OwnerContext> =>
  look(
    {
      budget: one("budgets", { id: budget_id }),
      owners: all("budget_owners", { budget_id }, byCreated),
    },
    ({ budget, owners }) =>
      look(people(owners, named), (found) => seen({ budget, owners, ...found })),
  )

/**
 * Lists the owners of a budget, by `created` ascending, ties by id. With a sight, the page is empty
 * unless the user may see them.
 */
export const ownersOfBudget = (
  key: BudgetKey,
  filter: OwnerFilter,
  request: PageRequest,
  sight: Sight | null,
): Look<Page<BudgetOwnerRecord>> =>
  sight === null
    ? shownPage(key, filter, request)
    : andThen(tiesToBudget(key, sight), (ties) =>
        ties !== null && seesOwners(ties) ? shownPage(key, filter, request) : seen(emptyPage),
      )

const shownPage = (
  { budget_id }: BudgetKey,
  { is_deleted }: OwnerFilter,
  request: PageRequest,
): Look<Page<BudgetOwnerRecord>> =>
  look(
    { owners: pageOf("budget_owners", { budget_id, is_deleted }, byCreated, request) },
    ({ owners: { count, results } }) =>
      look(people(results), (found) =>
        seen({ count, results: results.map((owner) => showOwner(owner, found)) }),
      ),
  )
