import { type CategoryChange, type CategoryContext, CategoryStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { liveFields } from "./custom-fields.ts"
import { byCreated, compare, matches, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

const live = ({ categories }: Tables, client_id: number) =>
  categories.ofBusiness(client_id).filter((_) => !_.is_deleted)

const load = (
  tables: Tables,
  { client_id, category_id, accounting_code_id }: CategoryChange,
): CategoryContext => {
  const budgets = tables.budgets
    .ofBusiness(client_id)
    .filter((_) => !_.is_deleted && category_id !== null && _.categories.includes(category_id))
    .toSorted(byCreated)
  return {
    categories: live(tables, client_id).toSorted(byCreated),
    accounting_code:
      accounting_code_id === null
        ? null
        : tables.accounting_codes.find(client_id, accounting_code_id),
    budgets,
    custom_fields: liveFields(tables, client_id).toSorted(byCreated),
    links: tables.custom_field_budgets
      .ofBusiness(client_id)
      .filter((link) => budgets.some((_) => _.id === link.budget_id))
      .toSorted((a, b) => compare(a.custom_field_id, b.custom_field_id)),
  }
}

export const categoryStore = Layer.effect(
  CategoryStore,
  Effect.map(Memory, ({ tables, change }) =>
    CategoryStore.of({
      page: (client_id, filter, page) =>
        Effect.sync(() =>
          pageOf(
            live(tables, client_id).filter((_) => matches(filter.custom, _.custom)),
            byCreated,
            page,
            (_) => _,
          ),
        ),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
