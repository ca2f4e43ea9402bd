/** Counts of an engine since it was opened. */
export interface Statistics {
  readonly commits: number
  /** Committed units of work. */
  readonly committed: number
  /** Units of work that failed or were dry runs. */
  readonly undone: number
}

/**
 * Returns the counts after one more transaction of `unitCount` units, of which `keptCount` were
 * kept.
 */
export const counted = (
  { commits, committed, undone }: Statistics,
  committedCount: number,
  unitCount: number,
): Statistics => ({
  commits: committedCount > 0 ? commits + 1 : commits,
  committed: committed + committedCount,
  undone: undone + unitCount - committedCount,
})
