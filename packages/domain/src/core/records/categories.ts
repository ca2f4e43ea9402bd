import { Schema } from "effect"
import { client_id, day, flag, internal, listOf, nullable, text, times, uuid } from "../fields.ts"

/** State of a category while the books were closed: "codes of what is locked no longer change". */
export const LockedCategory = Schema.Struct({
  through: day("Last UTC day whose transactions show it so."),
  name: text("Name of the category."),
  accounting_code_id: nullable(uuid(), "Mapped accounting code; null if none."),
})
export interface LockedCategory extends Schema.Schema.Type<typeof LockedCategory> {}

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
  locked: internal(
    listOf(LockedCategory, "What transactions of locked days show, the earliest days first."),
  ),
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

/** New mapping of a category, custom or not; null removes the mapping. */
export interface MapCategory {
  readonly accounting_code_id: string | null
}
