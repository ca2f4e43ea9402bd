/** Rows that follow from others, where SQL does not say how. */
export interface Fill {
  /** What they follow from: texts and numbers. */
  readonly read: string
  readonly table: string
  readonly columns: ReadonlyArray<string>
  readonly begin: () => {
    readonly take: (row: object) => void
    readonly rows: () => Iterable<ReadonlyArray<string | number>>
  }
}
