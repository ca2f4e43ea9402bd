import { Schema } from "effect"
import { client_id, flag, internal, nullable, text, times, uuid } from "../fields.ts"

/**
 * An expense category. "System-defined categories (`custom` false) only allow toggling `enabled`."
 */
export const Category = Schema.Struct({
  client_id,
  id: uuid("The id of the category."),
  name: text("The name of the category; unique in the business."),
  custom: flag("Whether the business made it; the others are the system's."),
  enabled: flag("Whether line items may name it."),
  accounting_code_id: nullable(uuid(), "The accounting code that it is mapped to, or null."),
  is_deleted: internal(flag("Whether it was deleted.")),
  ...times,
}).annotate({
  identifier: "Category",
  description: "An expense category: one of the system's, or a custom one.",
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
