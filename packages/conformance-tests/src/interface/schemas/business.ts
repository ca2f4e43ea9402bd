import { resetPeriods, transactionTypes } from "../world/spec.ts"

type Schema = { readonly [keyword: string]: unknown }
type Properties = { readonly [name: string]: Schema }

/**
 * Returns the schema of an object with these properties and no others; those in `optional` may be
 * missing.
 */
export const closed = (required: Properties, optional: Properties = {}): Schema => ({
  type: "object",
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})
export const list = (items: Schema): Schema => ({ type: "array", items })
export const oneOf = (...values: ReadonlyArray<unknown>): Schema => ({ enum: values })
export const text: Schema = { type: "string" }
const flag: Schema = { type: "boolean" }
const key: Schema = { type: "string", minLength: 1 }
const currency: Schema = { type: "string", pattern: "^[A-Z]{3}$" }
const amount: Schema = { type: "string", pattern: "^-?[0-9]+(\\.[0-9]+)?$" }
const magnitude: Schema = { type: "string", pattern: "^[0-9]+(\\.[0-9]+)?$" }
const instant: Schema = {
  type: "string",
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
}
const role = oneOf("admin", "reader", "manager", "least")
const paymentTypes = list(oneOf("bills", "cards", "reimbursements"))
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] })

const user = closed(
  { key, first_name: text, last_name: text, email: text, role, payment_types: paymentTypes },
  { display_name: text, is_deleted: flag, expense_delegate: list(key) },
)

const invite = closed(
  { key, email: text, role, payment_types: paymentTypes },
  { accepted: closed({ user: key, first_name: text, last_name: text }) },
)

const field = closed({
  key,
  name: text,
  field_type: oneOf("LIST", "FREE_TEXT"),
  budget_setting: oneOf("ALL_CURRENT_AND_NEW", "SOME", "NONE"),
  created_by: oneOf("PUBLIC_API", "XERO"),
  options: list(closed({ key, text })),
})

/** Returns the schema of either a user or an invite. */
const person = (optional: Properties): Schema => ({
  ...closed({ key }, { ...optional, user: key, invite: key, is_deleted: flag }),
  oneOf: [{ required: ["user"] }, { required: ["invite"] }],
})

const budget = closed(
  {
    key,
    name: text,
    budget_type: oneOf("BUDGET", "SUBSCRIPTION"),
    reset_amount: magnitude,
    reset_period: oneOf(...resetPeriods),
    has_member_limits: flag,
    rollover_funds: flag,
    categories: nullable(list(key)),
    custom_fields: list(key),
    members: list(person({ reset_amount: magnitude })),
    owners: list(person({})),
  },
  { is_deleted: flag },
)

const values = list(closed({ field_name: text, entry_text: text }))

const transaction = closed(
  {
    key,
    transaction_type: oneOf(...transactionTypes),
    status: oneOf("AUTHED", "CLEARED", "REFUNDED", "DECLINED"),
    auth_date: instant,
    merchant_name: text,
    amount,
    gst: magnitude,
    attendees: list(text),
    receipt_urls: list(text),
    custom_fields: values,
    line_items: list(
      closed(
        { amount: magnitude, gst_amount: magnitude, description: text, custom_fields: values },
        { category: key },
      ),
    ),
  },
  { cleared_date: instant, currency, fx_amount: amount, user: key, budget: key },
)

/** A business for a provisioner to create: JSON Schema 2020-12 of `BusinessSpec`. */
export const businessSchema = closed({
  key,
  name: text,
  currency,
  features: closed({ expense_assistant: flag, itemised_tax: flag }),
  integration: oneOf(null, "MANUAL", "XERO"),
  wallets: list(currency),
  users: list(user),
  invites: list(invite),
  accounting_codes: list(closed({ key, code: text, name: text })),
  categories: list(closed({ key, name: text }, { accounting_code: key })),
  custom_fields: list(field),
  budgets: list(budget),
  transactions: list(transaction),
  topups: list(closed({ key, budget: key, amount, description: text }, { member: key })),
  policies: list(
    closed({ key, name: text, budget: nullable(key), above_amount: nullable(amount) }),
  ),
  tokens: list(closed({ key, role, state: oneOf("valid", "expired", "revoked") }, { user: key })),
})
