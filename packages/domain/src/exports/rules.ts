import { Result } from "effect"
import { created, type Decision } from "../core/decision.ts"
import { money } from "../core/money.ts"
import type {
  CreateExport,
  Export,
  ExportBalance,
  ExportedMovement,
  ExportFormat,
} from "../core/records/exports.ts"
import { ExportEndsBeforeStart, ExportTooLarge } from "./errors.ts"
import { csvOf } from "./formats/cells.ts"
import { journalCsv, quickbooksIif, xero } from "./formats/journal.ts"
import { beancount, ledger } from "./formats/plain-text.ts"
import { tableOf } from "./formats/table.ts"
import { workbookOf } from "./formats/workbook.ts"
import { base64Length, utf8Length } from "./formats/zip.ts"
import { type Entry, entriesOf, type Names } from "./lines.ts"
import { type Moving, type WalletMovement, walletMovements } from "./movements.ts"

/** How many movements one export has at most: other writes wait while it is made. */
export const maxExportMovements = 10_000

/** As many characters of a file are kept together; a multiple of 4, for base64. */
const partLength = 65_536

/** What a store loads, under its lock, before an export is made. */
export interface ExportContext extends Moving, Names {
  /** What earlier exports have taken of these transactions. */
  readonly taken: ReadonlyArray<ExportedMovement>
  /** Whether there is more than could be loaded. */
  readonly isTooMuch: boolean
}

/** What the statement of the days says of a wallet. */
export type StatedBalance = Pick<ExportBalance, "currency" | "opening_balance" | "closing_balance">

export interface ExportCommand extends CreateExport {
  readonly client_id: number
  readonly id: string
  /** Of every wallet, ordered by currency. */
  readonly stated: ReadonlyArray<StatedBalance>
  readonly now: string
}

/**
 * Makes an export: "a batch with a stable id: the same batch gives the same bytes; `only_new` takes
 * what no batch has taken. Every batch balances to the cent with the statement of its days."
 *
 * Refused, in this order: an end before the start; more movements than `maxExportMovements`.
 *
 * @throws Error when it does not balance: the movements are not those of the ledger.
 */
export const decideExport = (
  context: ExportContext,
  command: ExportCommand,
): Result.Result<Decision<Export>, ExportEndsBeforeStart | ExportTooLarge> => {
  const { client_id, id, format, start_date, end_date, only_new = false, now } = command
  if (end_date < start_date) return Result.fail(new ExportEndsBeforeStart({ start_date }))
  const tooLarge = Result.fail(new ExportTooLarge({ maximum: maxExportMovements }))
  if (context.isTooMuch) return tooLarge
  const taken = new Set(context.taken.map(keyOf))
  const all = walletMovements(context, start_date, end_date)
  const fresh = all.filter((each) => !taken.has(keyOf(movementKey(each))))
  const movements = only_new ? fresh : all
  if (movements.length > maxExportMovements) return tooLarge
  const { currency } = context.business
  const content = contentOf(format, entriesOf(context, movements), currency)
  const parts = cut(content)
  const made: Export = {
    ...{ client_id, id, format, start_date, end_date, only_new, count: movements.length },
    name: `outlay-${start_date}-${end_date}-${format}.${extensionOf(format)}`,
    size: format === "xlsx" ? base64Length(content) : utf8Length(content),
    balances: command.stated.map((stated) => balanceOf(stated, all, movements)),
    parts: parts.length,
    ...{ created: now, updated: now },
  }
  return Result.succeed({
    result: made,
    writes: [
      created("exports", made),
      ...parts.map((content, n) =>
        created("export_parts", { client_id, export_id: id, number: n + 1, content }),
      ),
      ...fresh.map((each) =>
        created("exported_movements", { client_id, ...movementKey(each), export_id: id }),
      ),
    ],
    entries: [],
    events: [{ type: "export.created", resource: "exports", data: made, previous: null }],
  })
}

const movementKey = ({ transaction, number }: WalletMovement) => ({
  transaction_id: transaction.id,
  number,
})

const keyOf = ({ transaction_id, number }: Pick<ExportedMovement, "transaction_id" | "number">) =>
  `${transaction_id}-${number}`

const balanceOf = (
  stated: StatedBalance,
  all: ReadonlyArray<WalletMovement>,
  movements: ReadonlyArray<WalletMovement>,
): ExportBalance => {
  const { currency, opening_balance, closing_balance } = stated
  const sumOf = (these: ReadonlyArray<WalletMovement>) =>
    these.reduce(
      (sum, { transaction, wallet_amount }) =>
        transaction.wallet_currency === currency ? sum + wallet_amount : sum,
      0,
    )
  const whole = sumOf(all)
  if (opening_balance + whole !== closing_balance) {
    throw new Error(`The movements of the ${currency} wallet differ from its statement`)
  }
  const amount = sumOf(movements)
  return {
    currency,
    opening_balance,
    earlier_amount: money(whole - amount),
    amount: money(amount),
    closing_balance,
  }
}

const contentOf = (
  format: ExportFormat,
  entries: ReadonlyArray<Entry>,
  currency: string,
): string => {
  switch (format) {
    case "csv":
      return csvOf(tableOf(entries, currency))
    case "xlsx":
      return workbookOf(tableOf(entries, currency))
    case "journal-csv":
      return journalCsv(entries)
    case "xero":
      return xero(entries, currency)
    case "quickbooks-iif":
      return quickbooksIif(entries, currency)
    case "beancount":
      return beancount(entries)
    case "ledger":
      return ledger(entries)
  }
}

const extensionOf = (format: ExportFormat): string => {
  switch (format) {
    case "xlsx":
    case "beancount":
    case "ledger":
      return format
    case "quickbooks-iif":
      return "iif"
    default:
      return "csv"
  }
}

/** Parts of a text, none of which ends within a character. */
const cut = (content: string): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let from = 0
  while (from < content.length) {
    let to = Math.min(content.length, from + partLength)
    if (to < content.length && /[\uD800-\uDBFF]/u.test(content.charAt(to - 1))) to--
    parts.push(content.slice(from, to))
    from = to
  }
  return parts
}
