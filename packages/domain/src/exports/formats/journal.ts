import { type Cell, csvOf, dateOf, decimal, memoOf, oneLine, slashed } from "./cells.ts"
import type { TextFormat } from "./format.ts"
import { postingsOf } from "./postings.ts"

/** "`journal-csv` (debit, credit, account, tax code)": in the currency of each wallet. */
export const journalCsv: TextFormat = {
  head: csvOf([
    [
      ...["entry", "date", "account_code", "account_name", "debit", "credit", "currency"],
      ...["tax_code", "memo"],
    ],
  ]),
  of: (entry) => {
    const { wallet_currency } = entry.transaction
    return csvOf(
      postingsOf(entry, "wallet").map(({ account, amount, tax_code }): ReadonlyArray<Cell> => {
        const side = { number: decimal(Math.abs(amount), wallet_currency) }
        return [
          ...[entry.id, dateOf(entry), account.code ?? "", account.name],
          ...(amount > 0 ? [side, ""] : ["", side]),
          ...[wallet_currency, tax_code ?? "", memoOf(entry)],
        ]
      }),
    )
  },
}

/**
 * Manual journals for the import of Xero, with amounts that include tax: debits are positive,
 * credits negative. A journal has the organisation's currency, which is that of the business.
 */
export const xero: TextFormat = {
  head: csvOf([["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"]]),
  of: (entry, currency) => {
    const { transaction, lines, amount, wallet_amount, id } = entry
    if (amount === 0) return ""
    const { wallet_currency } = transaction
    const walletAmount = decimal(wallet_amount, wallet_currency)
    const foreign = wallet_currency === currency ? "" : ` (${walletAmount} ${wallet_currency})`
    const start = [`${transaction.merchant_name} ${id}`, slashed(entry, "day first")]
    const row = (text: string, code: string, rate: string, minor: number): ReadonlyArray<Cell> => [
      ...[...start, text, code, rate],
      { number: decimal(minor, currency) },
    ]
    const wallet = row(
      `${transaction.merchant_name}${foreign}`,
      `OUTLAY-${wallet_currency}`,
      "Tax Exempt",
      amount,
    )
    const others = lines
      .filter((line) => line.amount !== 0)
      .map((line) =>
        row(
          oneLine(line.description) || (line.category ?? line.account.name),
          line.account.code ?? line.account.name,
          line.tax_name ?? "Tax Exempt",
          -line.amount,
        ),
      )
    return csvOf([wallet, ...others])
  },
}

/**
 * Formats a field of QuickBooks' interchange format, which has tabs as separators and no quotes.
 */
const field = (text: string): string => oneLine(text).replaceAll('"', "'")

const columns = ["TRNSTYPE", "DATE", "ACCNT", "NAME", "AMOUNT", "DOCNUM", "MEMO"]

const rowsOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.map((row) => `${row.join("\t")}\r\n`).join("")

/** General journals of QuickBooks, in the currency of the business. */
export const quickbooksIif: TextFormat = {
  head: rowsOf([["!TRNS", ...columns], ["!SPL", ...columns], ["!ENDTRNS"]]),
  of: (entry, currency) => {
    if (entry.amount === 0) return ""
    const postings = postingsOf(entry, "business").map(({ account, amount }, n) => [
      ...[n === 0 ? "TRNS" : "SPL", "GENERAL JOURNAL", slashed(entry, "month first")],
      ...[field(account.name), "", decimal(amount, currency), field(entry.id)],
      field(memoOf(entry)),
    ])
    return rowsOf([...postings, ["ENDTRNS"]])
  },
}
