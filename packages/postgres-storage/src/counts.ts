/** Counts of an engine since it was opened. */
export interface Statistics {
  readonly commits: number
  /** Committed units of work. */
  readonly committed: number
  /** Units of work that failed or were dry runs. */
  readonly undone: number
}

/** Returns the counts after one more unit, or one more commit. */
export const counted = (
  { commits, committed, undone }: Statistics,
  committedCount: number,
  unitCount: number,
  commitCount: number,
): Statistics => ({
  commits: commits + commitCount,
  committed: committed + committedCount,
  undone: undone + unitCount - committedCount,
})
