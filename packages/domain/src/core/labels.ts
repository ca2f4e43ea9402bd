import type { LineItem, RecordedValue, Transaction } from "./records/transactions.ts"

/** The parts of a transaction that its labels are derived from. */
type Labelled = Pick<Transaction, "amount" | "custom_fields" | "line_items">

const category = (id: string): string => `c:${id}`

/**
 * True if part of a transaction has no category: a line item, or the amount that the line items do
 * not cover. A report by category counts such a part in its group without a category.
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

/**
 * Label of a transaction that has a part without a category. It is unique, because no id is empty.
 */
const noCategory = category("")

/**
 * Part of a value's label that contains its text. A line break can separate labels, because JSON
 * text has none.
 */
const entry = (text: string): string => `\t${JSON.stringify(text)}`

/** Label of a value: by its field, or by its recorded name if it has no field. */
const value = ({ custom_field_id, field_name, entry_text }: RecordedValue): string =>
  `${custom_field_id === null ? JSON.stringify(field_name) : `f:${custom_field_id}`}${entry(entry_text)}`

const labelsOfItem = ({ category_id, custom_fields }: LineItem): ReadonlyArray<string> => [
  ...(category_id === null ? [] : [category(category_id)]),
  ...custom_fields.map(value),
]

/**
 * Returns each category and each value of a transaction and its line items, and the label for a
 * part without a category, once and each on its own line. A storage then searches one text instead
 * of lists.
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

/** Text in the labels of transactions that have this category. */
export const categoryLabel = (id: string): string => `\n${category(id)}\n`

/** Text in the labels of transactions that have a part without a category. */
export const noCategoryLabel = categoryLabel("")

/** Text in the labels of transactions that have this value. */
export const valueLabel = (recorded: RecordedValue): string => `\n${value(recorded)}\n`

/** Text in the labels of transactions that have a value with this text, in any field. */
export const entryLabel = (text: string): string => `${entry(text)}\n`
