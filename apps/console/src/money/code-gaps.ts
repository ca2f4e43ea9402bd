import type { Category, SpendGroup } from "../api/records.ts"

interface Uncoded {
  /** Null: these have no category. */
  readonly category: Category | null
  readonly count: number
}

/** Of what was spent, what has no account code: the most first. */
export const uncodedOf = (
  groups: ReadonlyArray<SpendGroup>,
  categories: ReadonlyArray<Category>,
): ReadonlyArray<Uncoded> =>
  groups
    .flatMap(({ keys: [key = null], count }) => {
      const category = categories.find(({ id }) => id === key) ?? null
      // One that was deleted is no longer there to be given a code.
      const isKnown = key === null || category !== null
      return isKnown && (category?.accounting_code_id ?? null) === null ? [{ category, count }] : []
    })
    .sort((a, b) => b.count - a.count)
