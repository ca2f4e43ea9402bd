/**
 * An expense category. "System-defined categories (`custom` false) only allow toggling `enabled`."
 */
export interface Category {
  readonly client_id: number
  readonly id: string
  readonly name: string
  readonly custom: boolean
  readonly enabled: boolean
  readonly accounting_code_id: string | null
  readonly is_deleted: boolean
  readonly created: string
  readonly updated: string
}

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
