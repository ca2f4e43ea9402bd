import { type Check, rows } from "../check.ts"
import type { KeptTransaction } from "../kept-transaction.ts"

type OfTransaction = Check<KeptTransaction>

/** Whether each of these is what is said in a custom field. */
const areRecorded = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value: unknown) => isRecorded(value))

const isRecorded = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  const { custom_field_id, field_name, entry_text } = value as { readonly [name: string]: unknown }
  const isOfField = custom_field_id === null || typeof custom_field_id === "string"
  return isOfField && typeof field_name === "string" && typeof entry_text === "string"
}

const ofTransactions: OfTransaction = rows(
  "transactions",
  "there is no such value",
  [],
  (_, wrong) => ({
    take: ({ id, transaction }: KeptTransaction) => {
      if (transaction === null || areRecorded(transaction.custom_fields)) return
      const found = JSON.stringify(transaction.custom_fields)
      wrong({ id, field: "custom_fields", told: null, found })
    },
  }),
)

const ofLineItems: OfTransaction = rows("line_items", "there is no such value", [], (_, wrong) => ({
  take: ({ id, transaction }: KeptTransaction) => {
    transaction?.line_items.forEach(({ custom_fields }, position) => {
      if (areRecorded(custom_fields)) return
      const found = JSON.stringify(custom_fields)
      wrong({ id: `${id} ${position}`, field: "custom_fields", told: null, found })
    })
  },
}))

/** What is said in custom fields is said in a form in which it can be read. */
export const valueChecks: ReadonlyArray<OfTransaction> = [ofTransactions, ofLineItems]
