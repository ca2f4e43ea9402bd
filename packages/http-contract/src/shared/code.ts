/**
 * What a refused value is called: the stable `code` of a fault, carried by the check that found it.
 * Every check says in `detail` what is allowed.
 */
export const faultCodes = {
  missing: "A required field is not there.",
  unknown_field: "The body has a field that this operation does not know.",
  unknown_parameter: "The query has a parameter that this operation does not know.",
  repeated_parameter: "A parameter that may be given once is given more than once.",
  malformed_parameter: "A parameter is not correctly percent-encoded UTF-8.",
  wrong_type: "The value is of another kind than the one expected.",
  not_allowed: "The value is not one of those allowed.",
  too_short: "The text or list is shorter than allowed, or empty.",
  too_long: "The text or list is longer than allowed.",
  control_character: "The text holds a control character.",
  out_of_range: "The number lies outside what is allowed.",
  not_in_order: "The first of two bounds lies after the second.",
  not_unique: "The list names something twice.",
  malformed: "The text is not of the form expected.",
  invalid_date: "Not a real calendar day, written YYYY-MM-DD.",
  invalid_timestamp: "Not an RFC 3339 date-time.",
  invalid_email: "Not an e-mail address.",
  invalid_url: "Neither an absolute http or https URL nor a path of this service.",
  unknown_currency: "Not an active ISO 4217 currency code.",
  amount_out_of_range: "The amount lies outside what the service can hold.",
  zero_amount: "The amount is 0, which would change nothing.",
  unknown_event_type: "There is no such type of event.",
  too_many_values: "The body holds more than 50,000 names and values.",
  too_many_marks: "A letter carries more than 30 combining marks.",
  too_deep: "The body nests deeper than 64 levels.",
  duplicate_key: "An object of the body has a key twice.",
  malformed_text: "The text holds half of a surrogate pair.",
  not_one_of: "Exactly one of several fields has to be given.",
} as const

export type FaultCode = keyof typeof faultCodes

/** The annotation of a check: its stable code, and a sentence of what is allowed. */
export const says = (code: FaultCode, detail: string) => ({ code, message: detail }) as const
