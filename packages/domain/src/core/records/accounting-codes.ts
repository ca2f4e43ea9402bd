import { Schema } from "effect"
import { client_id, day, flag, internal, listOf, text, times, uuid } from "../fields.ts"

/** Name of a code while the books were closed. */
export const LockedAccountingCode = Schema.Struct({
  through: day("Last UTC day whose transactions show it so."),
  name: text("Name of the account."),
})
export interface LockedAccountingCode extends Schema.Schema.Type<typeof LockedAccountingCode> {}

/** A general-ledger code of the business's accounting system; unique by `code`. */
export const AccountingCode = Schema.Struct({
  client_id,
  id: uuid("Id of the accounting code."),
  code: text("Code in the accounting system; unique in the business."),
  name: text("Name of the account."),
  is_deleted: internal(flag("True if the record is deleted.")),
  locked: internal(
    listOf(LockedAccountingCode, "What exports of locked days show, the earliest days first."),
  ),
  ...times,
}).annotate({
  identifier: "AccountingCode",
  description: "A general-ledger code of the business's accounting system.",
})
export interface AccountingCode extends Schema.Schema.Type<typeof AccountingCode> {}

export interface AccountingCodeKey {
  readonly client_id: number
  readonly accounting_code_id: string
}

/** "Upsert by `code`": an existing code is renamed, a deleted one restored. */
export interface UpsertAccountingCode {
  readonly code: string
  readonly name: string
}

/** "201 when new, 200 when renamed or restored, same id." */
export interface UpsertedAccountingCode {
  readonly is_new: boolean
  readonly accounting_code: AccountingCode
}
