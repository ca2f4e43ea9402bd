/** What the engine did since it was opened. */
export interface Statistics {
  readonly commits: number
  /** Units of work that were kept. */
  readonly kept: number
  /** Units of work that failed or were dry runs. */
  readonly undone: number
}
