/** Counts of an engine since it was opened. */
export interface Statistics {
  readonly commits: number
  /** Committed units of work. */
  readonly kept: number
  /** Units of work that failed or were dry runs. */
  readonly undone: number
}

/** Returns the counts after one more unit, or one more commit. */
export const counted = (
  { commits, kept, undone }: Statistics,
  keptCount: number,
  unitCount: number,
  commitCount: number,
): Statistics => ({
  commits: commits + commitCount,
  kept: kept + keptCount,
  undone: undone + unitCount - keptCount,
})
