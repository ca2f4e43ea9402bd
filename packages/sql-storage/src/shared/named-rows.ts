import type { Named } from "@outlay/domain/rules"

/** Columns that other records show of a row that they mention. */
const columns = {
  users: ["id", "first_name", "last_name", "display_name"],
  budgets: ["id", "name", "budget_type"],
  categories: ["id", "name", "accounting_code_id", "is_deleted", "locked"],
  custom_fields: ["id", "name"],
  accounting_codes: ["id", "code"],
  tax_rates: [
    ...(["id", "name", "rate", "code", "is_default_for", "is_enabled", "source"] as const),
    ...(["is_deleted", "locked"] as const),
  ],
} as const satisfies { readonly [T in keyof Named]: ReadonlyArray<keyof RowOf<T>> }

export type NamedTable = keyof Named
type RowOf<T extends NamedTable> = NonNullable<ReturnType<Named[T]["get"]>>

export const namedTables = Object.keys(columns) as ReadonlyArray<NamedTable>

export const columnsOf = (table: NamedTable): ReadonlyArray<string> => columns[table]

export const isNamed = (table: string): table is NamedTable => Object.hasOwn(columns, table)

/** Size of an entry without its texts, in bytes: two objects, and its place in a map. */
const entrySize = 200

const sizeOf = (row: object | undefined): number => {
  let size = entrySize
  for (const value of Object.values(row ?? {})) {
    if (typeof value === "string") size += 2 * value.length
    // Values of a category or a tax rate on locked days are objects of their own.
    if (Array.isArray(value)) for (const each of value) size += sizeOf(each)
  }
  return size
}

/**
 * Cached rows of a table, of one business. It remembers the ids that were requested and are not
 * cached.
 */
export class Rows<K extends string | number, A extends object> {
  /** `undefined` for an id that no row has. */
  readonly #known = new Map<K, A | undefined>()
  readonly #missing = new Set<K>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: K): A | undefined {
    const row = this.#known.get(id)
    if (row === undefined && !this.#known.has(id)) this.#missing.add(id)
    return row
  }

  /** Returns the ids that were requested and are not cached, and clears their list. */
  takeMissing(): ReadonlyArray<K> {
    if (this.#missing.size === 0) return none
    const ids = [...this.#missing]
    this.#missing.clear()
    return ids
  }

  get isMissing(): boolean {
    return this.#missing.size > 0
  }

  /** Stores all rows that exist for these ids. */
  learn(ids: ReadonlyArray<K>, rows: ReadonlyArray<A>): void {
    const byId = new Map(rows.map((row) => [(row as { readonly id?: unknown }).id, row]))
    for (const id of ids) {
      this.forget(id)
      const row = byId.get(id)
      this.#known.set(id, row)
      this.#size += sizeOf(row)
    }
  }

  forget(id: string | number): void {
    if (!this.#known.has(id as K)) return
    this.#size -= sizeOf(this.#known.get(id as K))
    this.#known.delete(id as K)
  }
}

const none: ReadonlyArray<never> = []

/** Cached rows of a business that other records show by name. */
export class NamedRows implements Named {
  readonly client_id: number
  readonly users = new Rows<number, RowOf<"users">>()
  readonly budgets = new Rows<string, RowOf<"budgets">>()
  readonly categories = new Rows<string, RowOf<"categories">>()
  readonly custom_fields = new Rows<string, RowOf<"custom_fields">>()
  readonly accounting_codes = new Rows<string, RowOf<"accounting_codes">>()
  readonly tax_rates = new Rows<string, RowOf<"tax_rates">>()

  constructor(client_id: number) {
    this.client_id = client_id
  }

  /** Estimated size in bytes. */
  get size(): number {
    let size = 0
    for (const table of namedTables) size += this[table].size
    return size
  }

  /** True if a row was requested that is not cached. */
  get isMissing(): boolean {
    return (
      this.users.isMissing ||
      this.budgets.isMissing ||
      this.categories.isMissing ||
      this.custom_fields.isMissing ||
      this.accounting_codes.isMissing ||
      this.tax_rates.isMissing
    )
  }
}
