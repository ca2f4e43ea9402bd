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

export interface AccountingCodeKey {
  readonly client_id: number
  readonly accounting_code_id: string
}

/** "Upsert by `code`": a code that is there is renamed, a deleted one restored. */
export interface UpsertAccountingCode {
  readonly code: string
  readonly name: string
}

/** "201 when new, 200 when renamed or restored, same id." */
export interface UpsertedAccountingCode {
  readonly is_new: boolean
  readonly accounting_code: AccountingCode
}
