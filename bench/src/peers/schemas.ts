/** JSON Schemas with which Fastify validates requests and serialises responses. */
const text = { type: "string" }
const optional = { type: ["string", "null"] }
const number = { type: "number" }

const object = (properties: Readonly<Record<string, unknown>>, isNullable = false) => ({
  type: "object",
  properties,
  ...(isNullable && { nullable: true }),
})
const list = (items: unknown) => ({ type: "array", items })

const value = object({ field_name: text, entry_text: text })

export const record = object({
  id: text,
  cleared_date: optional,
  auth_date: text,
  merchant_name: text,
  attendees: list(text),
  budget: object({ id: text, name: text, budget_type: text }, true),
  currency: text,
  custom_fields: list(value),
  fx_amount: number,
  amount: number,
  gst: number,
  expense_status: text,
  status: text,
  transaction_type: text,
  user: object({ id: number, first_name: text, last_name: text, name: text }, true),
  line_items: list(
    object({
      id: text,
      amount: number,
      gst_amount: number,
      category: object({ id: text, name: text, code: optional }, true),
      custom_fields: list(value),
      description: text,
    }),
  ),
  receipt_urls: list(text),
  created: text,
  updated: text,
})

export const recordPage = object({
  count: number,
  next: optional,
  previous: optional,
  results: list(record),
})

export const query = object({
  offset: { type: "integer", minimum: 0, maximum: 2_147_483_647 },
  limit: { type: "integer", minimum: 1, maximum: 500 },
})

export const wantedTopup = {
  ...object({
    amount: number,
    description: { type: "string", minLength: 1, maxLength: 500 },
    auto_approve: { type: "boolean" },
  }),
  required: ["amount", "description"],
  additionalProperties: false,
}

export const topup = object({
  id: text,
  amount: number,
  description: text,
  status: text,
  requested_by: optional,
  actioned_by: optional,
  actioned_on: optional,
  created: text,
  updated: text,
})
