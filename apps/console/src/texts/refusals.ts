import type { ProblemValues } from "../api/records.ts"

/** Formats of the values in a refusal. */
export interface SaidFormat {
  readonly count: (count: number) => string
  readonly day: (date: string) => string
  readonly range: (from: string, to: string) => string
  readonly money: (amount: number, currency: string) => string
}

/** Codes of refusals in the API description. */
type Code = keyof ProblemValues

/**
 * Codes that never appear on a screen: errors of programs, and operations of the operator. Their
 * texts stay in English.
 */
export const developerCodes = [
  "bad_request",
  "duplicate_key",
  "header_fields_too_large",
  "idempotency_key_reused",
  "invalid_idempotency_key",
  "invalid_timestamp",
  "malformed_json",
  "malformed_multipart",
  "malformed_parameter",
  "method_not_allowed",
  "not_acceptable",
  "not_one_of",
  "repeated_parameter",
  "too_deep",
  "too_many_values",
  "unknown_field",
  "unknown_parameter",
  "wrong_type",
  // Operations of the operator:
  "amounts_required",
  "cleared_before_auth",
  "cleared_date_not_allowed",
  "clock_backwards",
  "clock_too_far",
  "date_before_movement",
  "date_in_future",
  "date_too_early",
  "external_id_taken",
  "fx_amount_differs",
  "fx_amount_required",
  "fx_sign_differs",
  "refund_exceeds_amount",
  "reversal_is_whole",
  "transaction_not_authed",
  "transaction_not_cleared",
  "wallet_exists",
] as const satisfies ReadonlyArray<Code>

type MetCode = Exclude<Code, (typeof developerCodes)[number]>

export type Sentence<Values> = string | ((values: Values, format: SaidFormat) => string)

/** Texts of each refusal that a person can meet. A missing one does not compile. */
export type RefusalTexts = {
  readonly [C in MetCode]: Sentence<ProblemValues[C]>
}

/** Formats an amount of a refusal. */
export const saidMoney = (
  { amount, currency }: { readonly amount: number; readonly currency: string },
  { money }: SaidFormat,
): string => money(amount, currency)

/** Formats a waiting time, in minutes if it is a minute or longer. */
export const saidWait = (
  seconds: number,
  { count }: SaidFormat,
  units: {
    readonly [unit in "second" | "minute"]: { readonly one: string; readonly many: string }
  },
): string => {
  const [number, unit] =
    seconds < 60 ? [seconds, units.second] : [Math.ceil(seconds / 60), units.minute]
  return number === 1 ? unit.one : `${count(number)} ${unit.many}`
}

/** True if a custom field is referred to by its name, and not by its id. */
export const isFieldName = (id: string | number): boolean => !/^[\da-f-]{36}$/u.test(`${id}`)
