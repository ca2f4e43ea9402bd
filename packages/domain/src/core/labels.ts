import type { LineItem, RecordedValue, Transaction } from "./records/transactions.ts"

/** What the lists of a transaction say that it is found by: its categories and its values. */
type Labelled = Pick<Transaction, "custom_fields" | "line_items">

const category = (id: string): string => `c:${id}`

/** The part of a value's label that says its text: JSON has no line break. */
const entry = (text: string): string => `\t${JSON.stringify(text)}`

/** A value belongs to its field, or where it has none to the name that it was recorded under. */
const value = ({ custom_field_id, field_name, entry_text }: RecordedValue): string =>
  `${custom_field_id === null ? JSON.stringify(field_name) : `f:${custom_field_id}`}${entry(entry_text)}`

const labelsOfItem = ({ category_id, custom_fields }: LineItem): ReadonlyArray<string> => [
  ...(category_id === null ? [] : [category(category_id)]),
  ...custom_fields.map(value),
]

/**
 * Each category and each value of a transaction and its line items, once, on a line of its own: a
 * storage finds them in one text, and reads no lists. Nothing: an empty text.
 */
export const labelsOf = ({ custom_fields, line_items }: Labelled): string => {
  if (custom_fields.length === 0 && line_items.length === 0) return ""
  const labels = new Set([...custom_fields.map(value), ...line_items.flatMap(labelsOfItem)])
  return labels.size === 0 ? "" : `\n${[...labels].join("\n")}\n`
}

/** What is in the labels of those that have a category. */
export const categoryLabel = (id: string): string => `\n${category(id)}\n`

/** What is in the labels of those that have this value. */
export const valueLabel = (recorded: RecordedValue): string => `\n${value(recorded)}\n`

/** What is in the labels of those that have a value of this text, whatever its field. */
export const entryLabel = (text: string): string => `${entry(text)}\n`
