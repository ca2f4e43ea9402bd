import { resetPeriods, transactionTypes } from "../world/spec.ts"

/** A JSON Schema (2020-12). */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

const budgetTypes = ["BUDGET", "SUBSCRIPTION"]

const text: JsonSchema = { type: "string" }
const number: JsonSchema = { type: "number" }
const integer: JsonSchema = { type: "integer" }
const boolean: JsonSchema = { type: "boolean" }
const uuid: JsonSchema = { type: "string", format: "uuid" }
const email: JsonSchema = { type: "string", format: "email" }
const date: JsonSchema = { type: "string", format: "date" }
/** "All timestamps are UTC ISO 8601 `date-time` values". */
const timestamp: JsonSchema = { type: "string", format: "utc-date-time" }
const anything: JsonSchema = {}

const among = (values: ReadonlyArray<string>): JsonSchema => ({ type: "string", enum: values })
const array = (items: JsonSchema): JsonSchema => ({ type: "array", items })
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema["type"], "null"] })

/** Returns the schema of an object with all of these fields and possibly others. */
const object = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
  type: "object",
  required: Object.keys(properties),
  properties,
})

/** A record whose fields the document does not show. */
export const unshown: JsonSchema = { type: "object" }

/** Paging fields; the records are in `results`, or in `daily_balances` of a statement. */
const page: { readonly [name: string]: JsonSchema } = {
  count: { type: "integer", minimum: 0 },
  // "null allowed for invites" defines the value for a list without such a page. For other lists
  // this is left open, so both null and the empty string are accepted.
  next: { type: ["string", "null"], format: "fragment" },
  previous: { type: ["string", "null"], format: "fragment" },
}

export const envelope = object({ ...page, results: { type: "array" } })

const named = object({ id: text, name: text, budget_type: among(budgetTypes) })
const customFieldValues = array(object({ field_name: text, entry_text: text }))

export const lineItem = object({
  id: text,
  amount: number,
  gst_amount: number,
  custom_fields: customFieldValues,
  description: text,
})

const withOptional = (
  schema: JsonSchema,
  properties: { readonly [name: string]: JsonSchema },
): JsonSchema => ({
  ...schema,
  properties: { ...(schema["properties"] as JsonSchema), ...properties },
})

/**
 * `budget` and `user` may be null or absent: the document shows their shape, but not the value for
 * a deposit without a user and a budget. The line items have rules of their own.
 */
export const transaction = withOptional(
  object({
    id: text,
    cleared_date: orNull(timestamp),
    auth_date: timestamp,
    merchant_name: text,
    attendees: array(text),
    currency: text,
    custom_fields: customFieldValues,
    fx_amount: number,
    amount: number,
    gst: number,
    expense_status: among(["COMPLETE", "INCOMPLETE_EXPENSE"]),
    status: among(["CLEARED", "AUTHED"]),
    transaction_type: among(transactionTypes),
    line_items: { type: "array" },
    receipt_urls: array(text),
    created: timestamp,
    updated: timestamp,
  }),
  { budget: orNull(named), user: { type: ["object", "null"] } },
)

const ends: JsonSchema = {
  if: { properties: { reset_period: { const: "NEVER" } } },
  // A period that never ends: the document does not define its bounds.
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    properties: { current_period_start: orNull(timestamp), current_period_end: orNull(timestamp) },
  },
  else: { properties: { current_period_start: timestamp, current_period_end: timestamp } },
}

export const budget: JsonSchema = {
  ...object({
    id: text,
    name: text,
    budget_type: among(budgetTypes),
    available_amount: number,
    spent_amount: number,
    reset_amount: number,
    reset_period: among(resetPeriods),
    current_period_start: anything,
    current_period_end: anything,
    has_member_limits: boolean,
    rollover_funds: boolean,
    limit_categories: boolean,
    categories: { type: "array" },
    custom_fields: { type: "array" },
    is_deleted: boolean,
    created: timestamp,
    updated: timestamp,
  }),
  ...ends,
}

/** A budget member in the by-user listing. */
export const budgetMember = object({
  id: text,
  budget: named,
  available_amount: number,
  spent_amount: number,
  reset_amount: number,
  is_deleted: boolean,
  created: timestamp,
  updated: timestamp,
})

export const user = object({
  id: integer,
  first_name: text,
  last_name: text,
  name: text,
  email,
  role: text,
  role_id: uuid,
  is_deleted: boolean,
  created: timestamp,
  updated: timestamp,
  expense_delegate: { type: ["array", "null"], items: integer },
})

export const invite = object({
  id: integer,
  email,
  role_id: uuid,
  role: text,
  payment_types: array(among(["bills", "cards", "reimbursements"])),
  used: boolean,
  created: timestamp,
  updated: timestamp,
})

export const permission = object({
  resource: text,
  action: among(["create", "read", "update", "delete"]),
})

export const role = object({
  id: uuid,
  name: text,
  is_deletable: boolean,
  permissions: { type: "array" },
})

export const statement = object({
  ...page,
  start_date: date,
  end_date: date,
  currency: text,
  opening_balance: number,
  closing_balance: number,
  daily_balances: { type: "array" },
})

export const dailyBalance = object({
  date,
  opening_balance: number,
  closing_balance: number,
  id: text,
  created: timestamp,
  updated: timestamp,
})
