import {
  type BudgetKey,
  type BudgetOwner,
  BudgetOwnerStore,
  type MemberChange,
  type OwnerContext,
  seesOwners,
  showOwner,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { byCreated, matches, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import { peopleOf } from "./shared/people.ts"
import type { Tables } from "./shared/tables.ts"
import { tiesToBudget } from "./shared/ties.ts"

const ownersOf = (
  { budget_owners }: Tables,
  { client_id, budget_id }: BudgetKey,
): ReadonlyArray<BudgetOwner> =>
  budget_owners
    .ofBusiness(client_id)
    .filter((owner) => owner.budget_id === budget_id)
    .toSorted(byCreated)

const load = (tables: Tables, { client_id, budget_id, ...named }: MemberChange): OwnerContext => {
  const owners = ownersOf(tables, { client_id, budget_id })
  return {
    budget: tables.budgets.find(client_id, budget_id),
    owners,
    ...peopleOf(tables, client_id, owners, named),
  }
}

export const budgetOwnerStore = Layer.effect(
  BudgetOwnerStore,
  Effect.map(Memory, ({ tables, change }) =>
    BudgetOwnerStore.of({
      page: (key, filter, page, sight = null) =>
        Effect.sync(() =>
          pageOf(
            sight === null || seesOwners(tiesToBudget(tables, key, sight))
              ? ownersOf(tables, key).filter((_) => matches(filter.is_deleted, _.is_deleted))
              : [],
            byCreated,
            page,
            (owner) => showOwner(owner, peopleOf(tables, key.client_id, [owner])),
          ),
        ),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
