import type { Category, SpendGroup } from "../api/records.ts"

interface Uncoded {
  /** Null for expenses without a category. */
  readonly category: Category | null
  readonly count: number
}

/** Returns the spending without an accounting code, largest first. */
export const uncodedOf = (
  groups: ReadonlyArray<SpendGroup>,
  categories: ReadonlyArray<Category>,
): ReadonlyArray<Uncoded> =>
  groups
    .flatMap(({ keys: [key = null], count }) => {
      const category = categories.find(({ id }) => id === key) ?? null
      // A deleted category cannot be given a code.
      const isKnown = key === null || category !== null
      return isKnown && (category?.accounting_code_id ?? null) === null ? [{ category, count }] : []
    })
    .sort((a, b) => b.count - a.count)
