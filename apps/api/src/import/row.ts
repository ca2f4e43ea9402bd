import { createHash } from "node:crypto"
import type { Money } from "@outlay/domain"
import type { CustomFieldValue } from "@outlay/domain/fields"
import { isCurrency, parseDecimal, toMajor, toMinor } from "@outlay/domain/rules"
import { Result } from "effect"
import { type GstRule, gstOf } from "./gst.ts"
import type { Mapping, Source, Target } from "./mapping.ts"

/** Error of a line: a stable code and a sentence. */
export interface Refused {
  readonly code: string
  readonly detail: string
}

/** A line as an import row, before its names are replaced by ids. */
export interface Draft {
  /** The operator's row without `user_id`, `budget_id` and the category of the line item. */
  readonly row: Readonly<Record<string, unknown>>
  /** Names; null if the cell is blank or not mapped. */
  readonly user: string | null
  readonly budget: string | null
  readonly category: string | null
  /** Accounting code for the category if that has none yet. */
  readonly accounting_code: string | null
  /** Values of the mapped custom fields. */
  readonly fields: ReadonlyArray<CustomFieldValue>
  readonly description: string | null
  /** Amount in minor units of the business's own currency. */
  readonly amount: Money
  readonly gst: Money
}

export interface Reading {
  readonly mapping: Mapping
  readonly gst: GstRule | null
  /** The business's own currency. */
  readonly currency: string
  readonly columns: ReadonlyMap<string, number>
}

/** An invalid line. Thrown inside this file and returned as `Refused`. */
class Unreadable extends Error {
  readonly code: string
  constructor(code: string, detail: string) {
    super(detail)
    this.code = code
  }
}

/** Twice the length of the longest field in UTF-16 units; checked before a cell is parsed. */
const longestCell = 2_000

/** Parses a number exactly: up to 15 digits, all of which a JSON number preserves. */
const numberOf = (text: string, negated: boolean, target: string): number => {
  const decimal = parseDecimal(text)
  if (decimal === null) {
    throw new Unreadable("invalid_number", `${target} "${text}" is not a number such as -12.30.`)
  }
  if (text.replace(/\D|^[+-]?0+/gu, "").length > 15) {
    throw new Unreadable("amount_out_of_range", `${target} "${text}" has more than 15 digits.`)
  }
  const value = Number(text)
  return negated && value !== 0 ? -value : value
}

/** Turns a plain date into its first instant in UTC. Passes everything else on unchanged. */
const instantOf = (text: string): string =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00:00.000Z` : text

/** Turns the cells of a line into a draft, using the mapping. */
export const draftOf = (
  reading: Reading,
  cells: ReadonlyArray<string>,
): Result.Result<Draft, Refused> => {
  try {
    return Result.succeed(readDraft(reading, cells))
  } catch (fault) {
    if (!(fault instanceof Unreadable)) throw fault
    return Result.fail({ code: fault.code, detail: fault.message })
  }
}

const readDraft = (reading: Reading, cells: ReadonlyArray<string>): Draft => {
  const { mapping, columns, currency } = reading
  if (cells.length !== columns.size) {
    const detail = `The line has ${cells.length} cells, but the header has ${columns.size}.`
    throw new Unreadable("wrong_number_of_cells", detail)
  }
  const cell = (column: string): string => (cells[columns.get(column) ?? -1] ?? "").trim()
  const textOf = (source: Source | undefined): string | null => {
    if (source === undefined) return null
    const text = "constant" in source ? source.constant : cell(source.column)
    if (text.length > longestCell) {
      throw new Unreadable("too_long", `A cell has ${text.length} characters: no field takes them.`)
    }
    return text === "" ? null : text
  }
  const text = (target: Target): string | null => textOf(mapping.fields.get(target))
  const number = (target: Target): number | null => {
    const source = mapping.fields.get(target)
    const amountText = textOf(source)
    if (amountText === null || source === undefined) return null
    return numberOf(amountText, "negated" in source && source.negated, target)
  }
  const needed = <A>(target: Target, value: A | null): A => {
    if (value === null) throw new Unreadable("missing_value", `${target} is blank.`)
    return value
  }
  const major = needed("amount", number("amount"))
  const amount = minorOf(major, currency)
  const gst = reading.gst === null ? null : gstOf(reading.gst, cell(reading.gst.column), amount)
  const paid = paidIn(text("currency"), number("fx_amount"))
  const customFields = [...mapping.customFields].flatMap(([field_name, source]) => {
    const entry_text = textOf(source)
    return entry_text === null ? [] : [{ field_name, entry_text }]
  })
  const taxMajor = gst === null ? number("gst") : toMajor(gst, currency)
  const receipt = text("receipt_url")
  return {
    row: compact({
      external_id: text("external_id"),
      transaction_type: text("transaction_type") ?? "CARD_TRANSACTION",
      status: text("status") ?? "CLEARED",
      auth_date: instantOf(needed("auth_date", text("auth_date"))),
      cleared_date: mapNull(text("cleared_date"), instantOf),
      merchant_name: needed("merchant_name", text("merchant_name")),
      amount: major,
      currency: paid.currency,
      fx_amount: paid.fx_amount,
      gst: taxMajor,
      receipt_urls: receipt === null ? null : [receipt],
      custom_fields: noneIfEmpty([...customFields, ...paid.custom_fields]),
    }),
    user: text("user"),
    budget: text("budget"),
    category: text("category"),
    accounting_code: text("accounting_code"),
    fields: customFields,
    description: text("description"),
    amount,
    gst: taxMajor === null ? (0 as Money) : minorOf(Math.abs(taxMajor), currency),
  }
}

/**
 * Returns the currency and amount paid. An inactive currency of ISO 4217 (withdrawn, in old files)
 * cannot be used for amounts any more, so it is stored as text in a custom field value.
 */
const paidIn = (currency: string | null, fx_amount: number | null) => {
  if (currency === null) return { currency, fx_amount: null, custom_fields: [] }
  if (isCurrency(currency) || !/^[A-Z]{3}$/u.test(currency)) {
    return { currency, fx_amount, custom_fields: [] }
  }
  const entry_text = fx_amount === null ? currency : `${fx_amount} ${currency}`
  const custom_fields = [{ field_name: "Original amount", entry_text }]
  return { currency: null, fx_amount: null, custom_fields }
}

const noneIfEmpty = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> | null =>
  list.length === 0 ? null : list

const minorOf = (major: number, currency: string): Money => {
  const decimal = parseDecimal(plain(major))
  const minor = decimal === null ? null : toMinor(decimal, currency, "/amount")
  if (minor === null || Result.isFailure(minor)) {
    const detail = minor === null ? `${major} is out of range.` : minor.failure.message
    throw new Unreadable(minor === null ? "amount_out_of_range" : "too_many_decimals", detail)
  }
  return minor.success
}

/** Formats a number without an exponent, as `parseDecimal` reads it. */
const plain = (value: number): string =>
  String(value).includes("e") ? value.toFixed(Math.abs(value) < 1 ? 20 : 0) : String(value)

const mapNull = <A, B>(value: A | null, f: (value: A) => B): B | null =>
  value === null ? null : f(value)

const compact = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/**
 * Returns ids for lines without one: a digest of the cells and the ordinal among identical lines. A
 * second import of the same file changes nothing, and two identical purchases remain two.
 */
export const lineIds = (): ((cells: ReadonlyArray<string>) => string) => {
  const seen = new Map<string, number>()
  return (cells) => {
    const digest = createHash("sha256")
      .update(JSON.stringify(cells))
      .digest("base64url")
      .slice(0, 22)
    const ordinal = (seen.get(digest) ?? 0) + 1
    seen.set(digest, ordinal)
    return `line:${digest}:${ordinal}`
  }
}
