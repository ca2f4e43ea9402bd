/** Inputs from which the parts of a business are made. */
export interface Making {
  readonly seed: number
  readonly key: string
  /** In milliseconds since the epoch; everything happened before it. */
  readonly now: number
  /** Transforms a text that the business shows. */
  readonly mark: (text: string) => string
}
