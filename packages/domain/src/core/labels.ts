import type { LineItem, RecordedValue, Transaction } from "./records/transactions.ts"

/** What the lists of a transaction say that it is found by: its categories and its values. */
type Labelled = Pick<Transaction, "amount" | "custom_fields" | "line_items">

const category = (id: string): string => `c:${id}`

/**
 * Whether a part of a transaction has no category: a line item, or what the line items leave of the
 * amount. Where there is a report by category, such a part is in its group without one.
 */
export const lacksCategory = ({
  amount,
  line_items,
}: Pick<Transaction, "amount" | "line_items">): boolean => {
  let itemised = 0
  for (const item of line_items) {
    if (item.category_id === null) return true
    itemised += item.amount
  }
  return line_items.length === 0 || itemised < Math.abs(amount)
}

/** The label of what has a part without a category: no id is empty. */
const noCategory = category("")

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
 * Each category and each value of a transaction and its line items, and whether a part of it has no
 * category, once, on a line of its own: a storage finds them in one text, and reads no lists.
 */
export const labelsOf = (transaction: Labelled): string => {
  const { custom_fields, line_items } = transaction
  if (custom_fields.length === 0 && line_items.length === 0) return noCategoryLabel
  const labels = new Set([
    ...(lacksCategory(transaction) ? [noCategory] : []),
    ...custom_fields.map(value),
    ...line_items.flatMap(labelsOfItem),
  ])
  return `\n${[...labels].join("\n")}\n`
}

/** What is in the labels of those that have a category. */
export const categoryLabel = (id: string): string => `\n${category(id)}\n`

/** What is in the labels of those that have a part without a category. */
export const noCategoryLabel = categoryLabel("")

/** What is in the labels of those that have this value. */
export const valueLabel = (recorded: RecordedValue): string => `\n${value(recorded)}\n`

/** What is in the labels of those that have a value of this text, whatever its field. */
export const entryLabel = (text: string): string => `${entry(text)}\n`
