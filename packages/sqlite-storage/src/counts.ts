/** Counts of an engine since it was opened. */
export interface Statistics {
  readonly commits: number
  /** Committed units of work. */
  readonly kept: number
  /** Units of work that failed or were dry runs. */
  readonly undone: number
}

/**
 * Returns the counts after one more transaction of `unitCount` units, of which `keptCount` were
 * kept.
 */
export const counted = (
  { commits, kept, undone }: Statistics,
  keptCount: number,
  unitCount: number,
): Statistics => ({
  commits: keptCount > 0 ? commits + 1 : commits,
  kept: kept + keptCount,
  undone: undone + unitCount - keptCount,
})
