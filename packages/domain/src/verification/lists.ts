import type { Transaction } from "../core/records/transactions.ts"

type Fields = { readonly [name: string]: unknown }

type Test = (fields: Fields) => boolean

const isReadable = (value: unknown, test: Test): boolean =>
  typeof value === "object" && value !== null && test(value as Fields)

const areReadable = (values: unknown, test: Test): boolean =>
  Array.isArray(values) && values.every((value) => isReadable(value, test))

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string"

const isValue: Test = ({ custom_field_id, field_name, entry_text }) =>
  isTextOrNull(custom_field_id) && typeof field_name === "string" && typeof entry_text === "string"

const isLineItem: Test = (item) =>
  typeof item["id"] === "string" &&
  Number.isSafeInteger(item["amount"]) &&
  Number.isSafeInteger(item["gst_amount"]) &&
  isTextOrNull(item["category_id"]) &&
  typeof item["description"] === "string" &&
  areReadable(item["custom_fields"], isValue) &&
  isTextOrNull(item["tax_rate_id"])

const tests = { custom_fields: isValue, line_items: isLineItem } as const

const fields = ["custom_fields", "line_items"] as const

/** Returns the fields whose lists are stored in an unreadable form. */
export const unreadableLists = (transaction: Transaction): ReadonlyArray<keyof typeof tests> =>
  fields.filter((field) => !areReadable(transaction[field], tests[field]))

/**
 * Returns a transaction without the unreadable items of its lists, so that other checks can run on
 * it.
 */
export const readable = (transaction: Transaction): Transaction => {
  const unreadable = unreadableLists(transaction)
  if (unreadable.length === 0) return transaction
  const rest = unreadable.map((field) => {
    const list: unknown = transaction[field]
    return [
      field,
      Array.isArray(list) ? list.filter((value) => isReadable(value, tests[field])) : [],
    ] as const
  })
  return { ...transaction, ...Object.fromEntries(rest) }
}
