import { Schema } from "effect"
import {
  amount,
  choice,
  client_id,
  count,
  currencyCode,
  day,
  flag,
  internal,
  listOf,
  text,
  times,
  uuid,
} from "../fields.ts"

export const exportFormats = [
  "csv",
  "xlsx",
  "journal-csv",
  "xero",
  "quickbooks-iif",
  "beancount",
  "ledger",
] as const
export type ExportFormat = (typeof exportFormats)[number]

/** "Every batch balances to the cent with the statement of its days", for each wallet. */
export const ExportBalance = Schema.Struct({
  currency: currencyCode("Currency of the wallet."),
  opening_balance: amount("Wallet balance before the first day.", { field: "currency" }),
  earlier_amount: amount("Total of the movements that earlier exports contain.", {
    field: "currency",
  }),
  amount: amount("Total of the movements in this export.", { field: "currency" }),
  closing_balance: amount("Wallet balance after the last day.", { field: "currency" }),
}).annotate({
  identifier: "ExportBalance",
  description: "Balances of a wallet: opening_balance + earlier_amount + amount = closing_balance.",
})
export interface ExportBalance extends Schema.Schema.Type<typeof ExportBalance> {}

/** A batch of wallet movements, as a file that never changes. */
export const Export = Schema.Struct({
  client_id,
  id: uuid("Id of the export."),
  format: choice(exportFormats, "Format of the file."),
  start_date: day("First UTC day."),
  end_date: day("Last UTC day."),
  only_new: flag("True if movements of earlier exports are left out."),
  count: count("Number of movements."),
  name: text("File name."),
  size: count("Size of the file in bytes."),
  balances: listOf(ExportBalance, "Balances of each wallet, ordered by currency."),
  parts: internal(count("Number of parts in which the file is kept.")),
  ...times,
}).annotate({
  identifier: "Export",
  description: "Export: a batch of movements, as a file that never changes.",
})
export interface Export extends Schema.Schema.Type<typeof Export> {}

/** A part of the file of an export: text, or base64 for a workbook. */
export const ExportPart = Schema.Struct({
  client_id,
  export_id: uuid("Export that the part belongs to."),
  number: count("Number of the part, from 1."),
  content: text("Content of the part."),
})
export interface ExportPart extends Schema.Schema.Type<typeof ExportPart> {}

/** A movement with the first export that contains it. */
export const ExportedMovement = Schema.Struct({
  client_id,
  transaction_id: uuid("Transaction of the movement."),
  number: count("Number of the movement in its transaction."),
  export_id: uuid("Export that took it first."),
})
export interface ExportedMovement extends Schema.Schema.Type<typeof ExportedMovement> {}

export interface ExportKey {
  readonly client_id: number
  readonly export_id: string
}

export interface CreateExport {
  readonly format: ExportFormat
  /** UTC days, both inclusive. */
  readonly start_date: string
  readonly end_date: string
  readonly only_new?: boolean | undefined
}

/** Media type of each format. */
export const exportMediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "journal-csv": "text/csv",
  xero: "text/csv",
  "quickbooks-iif": "text/plain",
  beancount: "text/plain",
  ledger: "text/plain",
}
