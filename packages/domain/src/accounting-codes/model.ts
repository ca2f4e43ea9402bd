/** A general-ledger code of the business's accounting system; unique by `code`. */
export interface AccountingCode {
  readonly client_id: number
  readonly id: string
  readonly code: string
  readonly name: string
  readonly is_deleted: boolean
  readonly created: string
  readonly updated: string
}
