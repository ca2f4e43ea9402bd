/** What the engine has done since it was opened. */
export interface Statistics {
  readonly commits: number
  /** Committed units of work. */
  readonly kept: number
  /** Units of work that failed or were dry runs. */
  readonly undone: number
}

/** The same after one more unit, or one more commit. */
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
