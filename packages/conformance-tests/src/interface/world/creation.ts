/** What the parts of a business are made from. */
export interface Making {
  readonly seed: number
  readonly key: string
  /** In milliseconds since the epoch; everything happened before it. */
  readonly now: number
  /** What becomes of a text that the business shows. */
  readonly mark: (text: string) => string
}
