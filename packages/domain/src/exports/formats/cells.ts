import { dayOf } from "../../core/dates.ts"
import { format } from "../../core/money.ts"
import type { Entry } from "../lines.ts"

/** Formats an amount in major units, with all decimals of its currency. */
export const decimal = (minor: number, currency: string): string =>
  format(minor, currency).slice(0, -(currency.length + 1))

/** Puts a text on one line, without characters that end a cell in other formats. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim()

/** Describes a movement in one line. */
export const memoOf = ({ transaction, kind, lines }: Entry): string => {
  const texts = new Set(lines.map(({ description }) => oneLine(description)))
  texts.delete("")
  return [oneLine(transaction.merchant_name), kind, ...texts].join(" | ")
}

export const dateOf = ({ at }: Entry): string => dayOf(at)

/** Formats the day of a movement: day first for Australia and Britain, month first for America. */
export const slashed = (entry: Entry, order: "day first" | "month first"): string => {
  const [year = "", month = "", day = ""] = dateOf(entry).split("-")
  return order === "day first" ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
}

/** Cell of a table: a number, or a text that someone wrote. */
export type Cell = string | { readonly number: string }

/**
 * Formats rows as RFC 4180. A text that a spreadsheet would read as a formula gets an apostrophe,
 * because merchants and employees can write such texts. The same applies to each part of it that
 * would be a cell of its own if semicolons or tabs separated cells, where quotation marks do not
 * protect it.
 */
export const csvOf = (rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")

const formula = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?= *[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

const csvCell = (cell: Cell): string => {
  if (typeof cell !== "string") return cell.number
  const text = cell.replaceAll(formula, "'")
  return /[",;\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
