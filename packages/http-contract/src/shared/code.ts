import { decimal, integer, names, oneOf, optional, type Value, type Values } from "./values.ts"

/**
 * Stable `code` of an error, set by the check that found it. The `detail` of every check describes
 * the allowed values.
 */
export const faultCodes = {
  missing: "A required field is missing.",
  unknown_field: "The body has a field that this operation does not accept.",
  unknown_parameter: "The query has a parameter that this operation does not accept.",
  repeated_parameter: "A single-value parameter is repeated.",
  malformed_parameter: "A parameter is not correctly percent-encoded UTF-8.",
  wrong_type: "The value has the wrong type.",
  not_allowed: "The value is not one of the allowed values.",
  too_short: "The text or list is shorter than allowed, or empty.",
  too_long: "The text or list is longer than allowed.",
  control_character: "The text contains a control character.",
  out_of_range: "The number is outside the allowed range.",
  not_in_order: "The lower bound is greater than the upper bound.",
  not_unique: "The list has duplicate items.",
  malformed: "The text has the wrong format.",
  invalid_date: "Not a valid calendar date in the form YYYY-MM-DD.",
  invalid_timestamp: "Not an RFC 3339 date-time.",
  invalid_email: "Not an e-mail address.",
  invalid_url: "Neither an absolute http or https URL nor the url of an uploaded receipt.",
  unknown_currency: "Not an active ISO 4217 currency code.",
  amount_out_of_range: "The amount is outside the supported range.",
  zero_amount: "The amount is 0.",
  unknown_event_type: "Unknown event type.",
  too_many_values: "The body has more than 50,000 names and values.",
  too_many_marks: "A character has more than 30 combining marks.",
  too_deep: "The body is nested more than 64 levels deep.",
  duplicate_key: "A JSON object in the body has a duplicate key.",
  malformed_text: "The text contains an unpaired surrogate.",
  not_one_of: "Exactly one of the alternative fields is required.",
} as const

export type FaultCode = keyof typeof faultCodes

const bounds = {
  minimum: optional(decimal),
  maximum: optional(decimal),
  /** Exclusive lower bound. */
  above: optional(decimal),
}

/** Values in the sentence of an error, by its code; most codes have none. */
export const faultValues = {
  too_long: { maximum: optional(integer), of: optional(oneOf("characters", "items")) },
  too_short: { of: optional(oneOf("characters", "items")) },
  not_allowed: { allowed: optional(names) },
  out_of_range: bounds,
  amount_out_of_range: bounds,
} satisfies { readonly [C in FaultCode]?: Values }

type Given<V> = V extends { readonly [name: string]: unknown }
  ? { readonly [K in keyof V]?: V[K] extends Value<infer A> ? A : never }
  : undefined

/** Values that an error with this code can have. */
export type FaultValuesOf<C extends FaultCode> = C extends keyof typeof faultValues
  ? Given<(typeof faultValues)[C]>
  : undefined

/**
 * Returns the annotation of a check: its stable code, a sentence about the allowed values, and the
 * values in that sentence.
 */
export const says = <C extends FaultCode>(code: C, detail: string, values?: FaultValuesOf<C>) =>
  ({ code, message: detail, ...(values !== undefined && { values }) }) as const
