import {
  type Budget,
  type BudgetChange,
  type BudgetContext,
  type BudgetKey,
  BudgetStore,
  type Catalogue,
  isDue,
  type Sight,
  seesBudget,
  showBudget,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { liveFields } from "./custom-fields.ts"
import { pendingTopups } from "./pending-topups.ts"
import { businessOf } from "./shared/business.ts"
import { byCreated, compare, matches, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import { peopleOf } from "./shared/people.ts"
import type { Tables } from "./shared/tables.ts"
import { tiesToBudget } from "./shared/ties.ts"

const catalogueOf = (tables: Tables, client_id: number, budget_id: string | null): Catalogue => ({
  categories: tables.categories.ofBusiness(client_id).toSorted(byCreated),
  custom_fields: liveFields(tables, client_id).toSorted(byCreated),
  custom_field_options: tables.custom_field_options.ofBusiness(client_id).toSorted(byCreated),
  links: tables.custom_field_budgets
    .ofBusiness(client_id)
    .filter((link) => link.budget_id === budget_id)
    .toSorted((a, b) => compare(a.custom_field_id, b.custom_field_id)),
})

const show = (tables: Tables, budget: Budget) =>
  showBudget(budget, catalogueOf(tables, budget.client_id, budget.id))

const load = (tables: Tables, { client_id, budget_id, ...named }: BudgetChange): BudgetContext => {
  const isOfBudget = (row: { readonly budget_id: string }): boolean => row.budget_id === budget_id
  const members = tables.budget_members.ofBusiness(client_id).filter(isOfBudget)
  const owners = tables.budget_owners.ofBusiness(client_id).filter(isOfBudget)
  const { pending_topups, requesters } = pendingTopups(tables, client_id, isOfBudget)
  const asking = requesters.map((_) => ({ user_id: _.id, invite_id: null }))
  return {
    business: businessOf(tables, client_id),
    budget: budget_id === null ? null : tables.budgets.find(client_id, budget_id),
    members: members.toSorted(byCreated),
    owners: owners.toSorted(byCreated),
    pending_topups,
    ...catalogueOf(tables, client_id, budget_id),
    ...peopleOf(tables, client_id, [...members, ...owners, ...asking], named),
  }
}

const isSeen = (tables: Tables, { client_id, id }: Budget, sight: Sight | null): boolean =>
  sight === null || seesBudget(tiesToBudget(tables, { client_id, budget_id: id }, sight))

const due = (
  tables: Tables,
  client_id: number | null,
  now: string,
  limit: number,
): ReadonlyArray<BudgetKey> =>
  (client_id === null ? tables.budgets.all() : tables.budgets.ofBusiness(client_id))
    .filter((budget) => isDue(budget, now))
    .toSorted(
      (a, b) =>
        compare(a.current_period_end ?? "", b.current_period_end ?? "") ||
        compare(a.client_id, b.client_id) ||
        compare(a.id, b.id),
    )
    .slice(0, limit)
    .map((budget) => ({ client_id: budget.client_id, budget_id: budget.id }))

export const budgetStore = Layer.effect(
  BudgetStore,
  Effect.map(Memory, ({ tables, change }) =>
    BudgetStore.of({
      find: ({ client_id, budget_id }) =>
        Effect.sync(() => tables.budgets.find(client_id, budget_id)),
      get: ({ client_id, budget_id }) =>
        Effect.sync(() => {
          const budget = tables.budgets.find(client_id, budget_id)
          return budget === null ? null : show(tables, budget)
        }),
      page: (client_id, filter, page, sight = null) =>
        Effect.sync(() =>
          pageOf(
            tables.budgets
              .ofBusiness(client_id)
              .filter(
                (budget) =>
                  isSeen(tables, budget, sight) &&
                  matches(filter.is_deleted, budget.is_deleted) &&
                  matches(filter.budget_type, budget.budget_type) &&
                  matches(filter.has_member_limits, budget.has_member_limits),
              ),
            byCreated,
            page,
            (budget) => show(tables, budget),
          ),
        ),
      due: (client_id, now, limit) => Effect.sync(() => due(tables, client_id, now, limit)),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
