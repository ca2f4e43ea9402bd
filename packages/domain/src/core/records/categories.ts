import { Schema } from "effect"
import { client_id, flag, internal, nullable, text, times, uuid } from "../fields.ts"

/**
 * An expense category. "System-defined categories (`custom` false) only allow toggling `enabled`."
 */
export const Category = Schema.Struct({
  client_id,
  id: uuid("Id of the category."),
  name: text("Name of the category; unique in the business."),
  custom: flag("True for a custom category; false for a system category."),
  enabled: flag("True if line items can use it."),
  accounting_code_id: nullable(uuid(), "Mapped accounting code; null if none."),
  is_deleted: internal(flag("True if the record is deleted.")),
  ...times,
}).annotate({
  identifier: "Category",
  description: "Expense category: system or custom.",
})
export interface Category extends Schema.Schema.Type<typeof Category> {}

export interface CategoryKey {
  readonly client_id: number
  readonly category_id: string
}

export interface CategoryFilter {
  readonly custom?: boolean | undefined
}

/** "`name` ≤ 128 unique in the business, `accounting_code_id?`." */
export interface CreateCategory {
  readonly name: string
  readonly accounting_code_id?: string | null | undefined
}

/** "Custom: `name`, `accounting_code_id` change. System: only `enabled` changes." */
export interface UpdateCategory {
  readonly name?: string | undefined
  readonly accounting_code_id?: string | null | undefined
  readonly enabled?: boolean | undefined
}

/** The mapping of a category, custom or not; null maps it to nothing. */
export interface MapCategory {
  readonly accounting_code_id: string | null
}
