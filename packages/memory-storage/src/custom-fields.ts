import {
  type CustomFieldChange,
  type CustomFieldContext,
  type CustomFieldKey,
  CustomFieldStore,
  type RecordedValue,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { byCreated, compare, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

const optionsOf = (tables: Tables, { client_id, custom_field_id }: CustomFieldKey) =>
  tables.custom_field_options
    .ofBusiness(client_id)
    .filter((_) => _.custom_field_id === custom_field_id)

const linksOf = (tables: Tables, { client_id, custom_field_id }: CustomFieldKey) =>
  tables.custom_field_budgets
    .ofBusiness(client_id)
    .filter((_) => _.custom_field_id === custom_field_id)

/** Those that are not deleted. */
export const liveFields = ({ custom_fields }: Tables, client_id: number) =>
  custom_fields.ofBusiness(client_id).filter((_) => !_.is_deleted)

const liveBudgets = (tables: Tables, client_id: number) =>
  tables.budgets.ofBusiness(client_id).filter((_) => !_.is_deleted)

/** Whether a value of a transaction or a line item belongs to the field. */
const hasValues = (tables: Tables, { client_id, custom_field_id }: CustomFieldKey): boolean => {
  const has = (values: ReadonlyArray<RecordedValue>) =>
    values.some((_) => _.custom_field_id === custom_field_id)
  return tables.transactions
    .ofBusiness(client_id)
    .some((row) => has(row.custom_fields) || row.line_items.some((_) => has(_.custom_fields)))
}

const load = (
  tables: Tables,
  { client_id, custom_field_id, with_values }: CustomFieldChange,
): CustomFieldContext => {
  const key = { client_id, custom_field_id: custom_field_id ?? "" }
  return {
    custom_fields: liveFields(tables, client_id).toSorted(byCreated),
    options: optionsOf(tables, key).toSorted(byCreated),
    links: linksOf(tables, key).toSorted((a, b) => compare(a.budget_id, b.budget_id)),
    budgets: (custom_field_id === null ? [] : liveBudgets(tables, client_id))
      .toSorted(byCreated)
      .map(({ id, name }) => ({ id, name })),
    has_values: with_values && hasValues(tables, key),
  }
}

export const customFieldStore = Layer.effect(
  CustomFieldStore,
  Effect.map(Memory, ({ tables, change }) =>
    CustomFieldStore.of({
      get: ({ client_id, custom_field_id }) =>
        Effect.sync(() => {
          const field = tables.custom_fields.find(client_id, custom_field_id)
          return field?.is_deleted === false ? field : null
        }),
      page: (client_id, page) =>
        Effect.sync(() => pageOf(liveFields(tables, client_id), byCreated, page, (_) => _)),
      options: (key, page) =>
        Effect.sync(() => pageOf(optionsOf(tables, key), byCreated, page, (_) => _)),
      budgets: (key, all, page) =>
        Effect.sync(() => {
          const { client_id, custom_field_id } = key
          const linked = new Set(linksOf(tables, key).map((_) => _.budget_id))
          const budgets = liveBudgets(tables, client_id).filter(({ id }) => all || linked.has(id))
          return pageOf(budgets, byCreated, page, ({ id, name }) => ({ custom_field_id, id, name }))
        }),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
