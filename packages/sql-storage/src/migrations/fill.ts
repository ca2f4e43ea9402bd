/** Rows that are computed from other rows by code instead of SQL. */
export interface Fill {
  /** Query of the rows that they are computed from, with columns of text and numbers. */
  readonly read: string
  readonly table: string
  readonly columns: ReadonlyArray<string>
  readonly begin: () => {
    readonly take: (row: object) => void
    readonly rows: () => Iterable<ReadonlyArray<string | number>>
  }
}
