/** Expense details of a transaction while a person edits them. */
import type { CustomFieldValue, LineItemInput, Transaction, UpdateExpense } from "../api/records.ts"
import { merged } from "../core/changes.ts"
import { fromWire, type Minor, shares, toWire } from "../core/money.ts"

export interface DraftLine {
  /** Key of the line on the screen. */
  readonly key: string
  /** Null while the text is not an amount. */
  readonly amount: Minor | null
  readonly gst: Minor | null
  readonly category_id: string | null
  readonly tax_rate_id: string | null
  readonly description: string
  readonly custom_fields: ReadonlyArray<CustomFieldValue>
}

export interface Draft {
  readonly lines: ReadonlyArray<DraftLine>
  readonly attendees: ReadonlyArray<string>
  readonly receipt_urls: ReadonlyArray<string>
  readonly custom_fields: ReadonlyArray<CustomFieldValue>
}

/** Props of each part of the form. */
export interface PartGiven {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
  readonly isReadOnly: boolean
  readonly transaction: Transaction
  /** Error of the last attempt to save. */
  readonly failure: unknown
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Sum of the line items: the absolute value of the amount. */
export const wholeOf = ({ amount }: Pick<Transaction, "amount">, currency: string): Minor =>
  Math.abs(fromWire(amount, currency))

let added = 0

export const newLine = (amount: Minor | null): DraftLine => ({
  key: `new-${++added}`,
  amount,
  gst: null,
  category_id: null,
  tax_rate_id: null,
  description: "",
  custom_fields: [],
})

/**
 * Returns a draft of the transaction. If it has no line items, the draft has one of the whole
 * amount.
 */
export const draftOf = (transaction: Transaction, currency: string): Draft => {
  const lines = transaction.line_items.map((item) => ({
    key: item.id,
    amount: fromWire(item.amount, currency),
    gst: fromWire(item.gst_amount, currency),
    category_id: item.category?.id ?? null,
    tax_rate_id: item.tax_rate?.id ?? null,
    description: item.description ?? "",
    custom_fields: item.custom_fields,
  }))
  const whole = { ...newLine(wholeOf(transaction, currency)), key: "whole" }
  return {
    lines: lines.length > 0 ? lines : [whole],
    attendees: transaction.attendees,
    receipt_urls: transaction.receipt_urls,
    custom_fields: transaction.custom_fields,
  }
}

/** Returns the current receipts, with those added and without those removed in the draft. */
const receiptsOver = (draft: Draft, before: Draft, now: Draft): ReadonlyArray<string> => {
  const added = draft.receipt_urls.filter((url) => !before.receipt_urls.includes(url))
  const removed = before.receipt_urls.filter((url) => !draft.receipt_urls.includes(url))
  return [
    ...now.receipt_urls.filter((url) => !removed.includes(url)),
    ...added.filter((url) => !now.receipt_urls.includes(url)),
  ]
}

/**
 * Rebases the draft onto a newer version that differs only in its receipts, for instance after an
 * upload; null if more differs, which a person must resolve.
 */
export const rebased = (draft: Draft, before: Draft, now: Draft): Draft | null => {
  const apart = ({ receipt_urls: _, ...others }: Draft) => others
  if (!same(apart(before), apart(now))) return null
  return { ...draft, receipt_urls: receiptsOver(draft, before, now) }
}

/** Keeps input typed after a draft was sent, on top of the saved version. */
export const resumed = (draft: Draft, sent: Draft, saved: Draft): Draft => ({
  ...merged(draft, sent, saved),
  receipt_urls: receiptsOver(draft, sent, saved),
})

/** Amount not yet assigned to lines; negative if they exceed the whole. */
export const restOf = (lines: ReadonlyArray<DraftLine>, whole: Minor): Minor =>
  lines.reduce((rest, { amount }) => rest - (amount ?? 0), whole)

/** Splits the whole equally among the lines. */
export const splitEqually = (
  lines: ReadonlyArray<DraftLine>,
  whole: Minor,
): ReadonlyArray<DraftLine> => {
  const parts = shares(whole, lines.length)
  return lines.map((line, n) => ({ ...line, amount: parts[n] ?? 0, gst: null }))
}

/** Adds the rest to the last line, which is never negative. */
export const giveRest = (
  lines: ReadonlyArray<DraftLine>,
  whole: Minor,
): ReadonlyArray<DraftLine> => {
  const rest = restOf(lines, whole)
  return lines.map((line, n) =>
    n === lines.length - 1 ? { ...line, amount: Math.max(0, (line.amount ?? 0) + rest) } : line,
  )
}

export const lineInputs = (lines: ReadonlyArray<DraftLine>, currency: string): LineItemInput[] =>
  lines.map((line) => ({
    amount: toWire(line.amount ?? 0, currency),
    ...(line.gst === null ? {} : { gst_amount: toWire(line.gst, currency) }),
    ...(line.category_id === null ? {} : { category_id: line.category_id }),
    ...(line.tax_rate_id === null ? {} : { tax_rate_id: line.tax_rate_id }),
    ...(line.description.trim() === "" ? {} : { description: line.description.trim() }),
    ...(line.custom_fields.length === 0 ? {} : { custom_fields: [...line.custom_fields] }),
  }))

/** Returns the changes since the initial version; null if there are none. */
export const changesOf = (draft: Draft, before: Draft, currency: string): UpdateExpense | null => {
  const changes: UpdateExpense = {
    ...(same(lineInputs(draft.lines, currency), lineInputs(before.lines, currency))
      ? {}
      : { line_items: lineInputs(draft.lines, currency) }),
    ...(same(draft.attendees, before.attendees) ? {} : { attendees: [...draft.attendees] }),
    ...(same(draft.receipt_urls, before.receipt_urls)
      ? {}
      : { receipt_urls: [...draft.receipt_urls] }),
    ...(same(draft.custom_fields, before.custom_fields)
      ? {}
      : { custom_fields: [...draft.custom_fields] }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

/** Replaces or adds a value of a field; an empty value removes it. */
export const withValue = (
  values: ReadonlyArray<CustomFieldValue>,
  field_name: string,
  entry_text: string,
): ReadonlyArray<CustomFieldValue> => {
  const others = values.filter((value) => value.field_name !== field_name)
  return entry_text === "" ? others : [...others, { field_name, entry_text }]
}
