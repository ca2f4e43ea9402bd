/** Filters of the audit trail in the address. */
import type { EventQuery } from "../api/queries.ts"

/** Filters as texts of the address; an absent filter does not filter. */
export interface Filters {
  readonly type?: string
  readonly from?: string
  readonly to?: string
  readonly page?: string
}

export const pageSize = 50

/** Event types of each kind of record, named as in the API. */
export const eventTypes = {
  transaction: ["authorised", "declined", "recorded", "updated", "cleared", "reversed", "refunded"],
  receipt: ["created", "deleted"],
  topup: ["created", "approved", "declined", "cancelled"],
  budget: ["created", "updated", "deleted", "period_reset", "period_restated"],
  budget_member: ["created", "updated", "deleted", "reinstated"],
  budget_owner: ["created", "updated", "deleted", "reinstated"],
  user: ["created", "updated", "deleted"],
  invite: ["created", "accepted", "cancelled"],
  token: ["created", "revoked"],
  category: ["created", "updated", "deleted"],
  accounting_code: ["created", "updated", "deleted", "restored"],
  tax_rate: ["created", "updated", "deleted"],
  books: ["updated"],
  export: ["created"],
  custom_field: ["created", "updated", "deleted"],
  custom_field_option: ["created", "updated", "deleted"],
  custom_field_budget: ["created", "deleted"],
  session: ["opened", "ended"],
  policy: ["created", "updated", "deleted"],
  webhook: ["created", "updated", "disabled", "deleted"],
  wallet: ["created"],
  business: ["created", "updated"],
} as const

const known: ReadonlySet<string> = new Set(
  Object.entries(eventTypes).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`)),
)

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text))

/**
 * Tests valid values of each filter. Invalid values in a hand-edited address are ignored, not
 * refused.
 */
const allowed: Readonly<Record<keyof Filters, (text: string) => boolean>> = {
  type: (text) => known.has(text),
  from: isDay,
  to: isDay,
  page: (text) => /^[1-9]\d{0,8}$/u.test(text),
}

/** Returns the valid filters of an address. */
export const filtersIn = (search: Readonly<Record<string, unknown>>): Filters =>
  Object.fromEntries(
    Object.entries(allowed).flatMap(([name, isAllowed]) => {
      const value = search[name]
      return typeof value === "string" && isAllowed(value) ? [[name, value]] : []
    }),
  )

/** Changes filters and returns to the first page. */
export const withFilter = (filters: Filters, change: Partial<Filters>): Filters =>
  filtersIn({ ...filters, page: undefined, ...change })

/** Query of the API; days are in UTC, the last one inclusive. */
export const queryOf = ({ type, from, to }: Filters): EventQuery => ({
  ...(type === undefined ? {} : { type: type as NonNullable<EventQuery["type"]> }),
  ...(from === undefined ? {} : { min_created: `${from}T00:00:00.000Z` }),
  ...(to === undefined ? {} : { max_created: `${to}T23:59:59.999Z` }),
})

/** Splits `budget_member.updated` into noun and verb. */
export const partsOf = (type: string): readonly [noun: string, verb: string] => {
  const [noun = "", verb = ""] = type.split(".")
  return [noun, verb]
}
