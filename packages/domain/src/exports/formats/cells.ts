import { dayOf } from "../../core/dates.ts"
import { format } from "../../core/money.ts"
import type { Entry } from "../lines.ts"

/** An amount in major units, with all the decimals of its currency. */
export const decimal = (minor: number, currency: string): string =>
  format(minor, currency).slice(0, -(currency.length + 1))

/** A text on one line, without what ends a cell elsewhere. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim()

/** What a movement was for, in a sentence. */
export const memoOf = ({ transaction, kind, lines }: Entry): string => {
  const texts = new Set(lines.map(({ description }) => oneLine(description)))
  texts.delete("")
  return [oneLine(transaction.merchant_name), kind, ...texts].join(" | ")
}

export const dateOf = ({ at }: Entry): string => dayOf(at)

/** The day of a movement: the one order is of Australia and Britain, the other of America. */
export const slashed = (entry: Entry, order: "day first" | "month first"): string => {
  const [year = "", month = "", day = ""] = dateOf(entry).split("-")
  return order === "day first" ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
}

/** A number in a table, or a text that somebody wrote. */
export type Cell = string | { readonly number: string }

/**
 * RFC 4180. A text that a spreadsheet would take for a formula begins with an apostrophe, since
 * merchants and employees write such texts. So does each part of it that would be a cell of its own
 * where semicolons or tabs divide cells: a quotation mark within a cell holds nothing together.
 */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")

const formula = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?= *[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

const csvCell = (cell: Cell): string => {
  if (typeof cell !== "string") return cell.number
  const text = cell.replaceAll(formula, "'")
  return /[",;\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
