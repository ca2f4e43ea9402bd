import { dayLength } from "../reference/calendar.ts"
import { rules } from "../reference/rules.ts"
import { type Json, querying, records, responseBody } from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const both = ["transactions", "transaction"] as const

/** Ten hours east of Greenwich. */
const sydney = 10 * 3_600_000

const authDays = [
  "transaction-filters.min-auth-date",
  "transaction-filters.max-auth-date",
  "transaction-filters.auth-day",
]
const clearedDays = [
  "transaction-filters.min-cleared-date",
  "transaction-filters.max-cleared-date",
  "transaction-filters.cleared-day",
]

const days: ReadonlyArray<Mutant> = [
  {
    name: "last-day-excluded",
    breaks: "a max date excludes its own day",
    names: [...authDays, ...clearedDays],
    rules: () => ({
      withinDays: (instant, first, last) =>
        rules.withinDays(instant, first, last === null ? null : last - dayLength),
    }),
  },
  {
    name: "first-day-excluded",
    breaks: "a min date excludes its own day",
    names: [...authDays, ...clearedDays],
    rules: () => ({
      withinDays: (instant, first, last) =>
        rules.withinDays(instant, first === null ? null : first + dayLength, last),
    }),
  },
  {
    name: "local-days",
    breaks: "days are in Sydney's time zone",
    names: [...authDays, ...clearedDays],
    rules: () => ({
      withinDays: (instant, first, last) =>
        rules.withinDays(instant === null ? null : instant + sydney, first, last),
    }),
  },
  {
    name: "never-cleared-passes",
    breaks: "transactions that never cleared match every bound on the cleared date",
    names: ["transaction-filters.never-cleared", ...clearedDays],
    rules: () => ({
      withinDays: (instant, first, last) =>
        instant === null || rules.withinDays(instant, first, last),
    }),
  },
  {
    name: "cleared-by-auth-date",
    breaks: "the bounds on the cleared date apply to the authorised date",
    names: [...clearedDays, "transaction-filters.never-cleared", "transaction-filters.together"],
    edge: querying(["transactions"], (query) => {
      for (const end of ["min", "max"]) {
        const day = query.get(`${end}_cleared_date`)
        query.delete(`${end}_cleared_date`)
        if (day !== null) query.set(`${end}_auth_date`, day)
      }
    }),
  },
]

const states = ["AUTHED", "CLEARED", "REFUNDED", "DECLINED"]

const dropUnknown = (query: URLSearchParams, name: string, known: ReadonlyArray<string>) => {
  const request = query.getAll(name)
  query.delete(name)
  for (const value of request) if (known.includes(value)) query.append(name, value)
}

const bounds = [
  "status",
  "expense_status",
  "min_auth_date",
  "max_auth_date",
  "min_cleared_date",
  "max_cleared_date",
]

const filters: ReadonlyArray<Mutant> = [
  {
    name: "status-and",
    breaks: "a repeated `status` must match all values at once",
    names: ["transaction-filters.status.any-of"],
    rules: () => ({
      hasStatus: ({ state }, request) => request.every((one) => one === state),
    }),
  },
  {
    name: "status-last-counts",
    breaks: "only the last value of a repeated `status` applies",
    names: ["transaction-filters.status.any-of"],
    rules: () => ({
      hasStatus: (transaction, request) => rules.hasStatus(transaction, request.slice(-1)),
    }),
  },
  {
    name: "status-ignored",
    breaks: "`status` filters nothing",
    names: ["transaction-filters.status", "transaction-filters.status.any-of"],
    rules: () => ({ hasStatus: () => true }),
  },
  {
    name: "status-unknown-lists-all",
    breaks: "an unknown `status` lists everything",
    names: ["transaction-filters.status.unknown"],
    edge: querying(["transactions"], (query) => dropUnknown(query, "status", states)),
  },
  {
    name: "declined-is-refunded",
    breaks: "the filter DECLINED lists REFUNDED",
    names: ["transaction-filters.status", "transactions.states"],
    edge: querying(["transactions"], (query) => {
      const request = query.getAll("status")
      query.delete("status")
      for (const one of request) query.append("status", one === "DECLINED" ? "REFUNDED" : one)
    }),
  },
  {
    name: "expense-status-ignored",
    breaks: "`expense_status` filters nothing",
    names: ["transaction-filters.expense-status", "transactions.expense-states"],
    edge: querying(["transactions"], (query) => query.delete("expense_status")),
  },
  {
    name: "expense-status-unknown-lists-all",
    breaks: "an unknown `expense_status` lists everything",
    names: ["transaction-filters.expense-status.unknown"],
    edge: querying(["transactions"], (query) =>
      dropUnknown(query, "expense_status", ["COMPLETE", "INCOMPLETE_EXPENSE"]),
    ),
  },
  {
    name: "one-filter-only",
    breaks: "only the first of several filters applies",
    names: [
      "transaction-filters.together",
      "hardening.random-filters",
      ...authDays,
      ...clearedDays,
    ],
    edge: querying(["transactions"], (query) => {
      const [first, ...others] = bounds.filter((name) => query.has(name))
      for (const name of others) if (first !== undefined) query.delete(name)
    }),
  },
  {
    name: "filter-forgotten-on-page-two",
    breaks: "the second page of a filtered list is not filtered",
    names: ["transaction-filters.paging", "transaction-filters.count"],
    edge: querying(["transactions"], (query) => {
      if (Number(query.get("offset") ?? 0) === 0) return
      for (const name of bounds) query.delete(name)
    }),
  },
]

/** Returns a mutant that shows a wrong field. */
const shown = (
  name: string,
  breaks: string,
  names: ReadonlyArray<string>,
  change: (transaction: Json) => Json,
): Mutant => ({
  name,
  breaks,
  names,
  edge: records(both, (record) => ({ ...record, ...change(record) })),
})

const fields: ReadonlyArray<Mutant> = [
  shown("signs-turned", "credits are negative", ["transactions.amount"], ({ amount }) => ({
    amount: -amount,
  })),
  shown("amounts-as-text", "amounts are text", ["transactions.shape"], ({ amount }) => ({
    amount: String(amount),
  })),
  shown(
    "amounts-in-cents",
    "amounts are in the smallest unit",
    ["transactions.amount"],
    ({ amount }) => ({ amount: Math.round(amount * 100) }),
  ),
  shown("gst-missing", "GST is always 0", ["transactions.gst"], () => ({ gst: 0 })),
  shown(
    "fx-amount-is-amount",
    "the foreign amount is the amount",
    ["transactions.fx-amount"],
    ({ amount }) => ({ fx_amount: amount }),
  ),
  shown(
    "currency-is-home",
    "the currency is the business's own",
    ["transactions.currency"],
    () => ({ currency: "AUD" }),
  ),
  shown("attendees-missing", "attendees are not shown", ["transactions.attendees"], () => ({
    attendees: [],
  })),
  shown("receipts-missing", "receipts are not shown", ["transactions.receipt-urls"], () => ({
    receipt_urls: [],
  })),
  shown(
    "field-values-missing",
    "custom-field values are not shown",
    ["transactions.custom-fields"],
    () => ({ custom_fields: [] }),
  ),
  shown(
    "line-items-missing",
    "line items are not shown",
    ["transactions.line-items", "line-items.amount", "transactions.every"],
    () => ({ line_items: [] }),
  ),
  shown(
    "line-items-uncategorised",
    "line items have no category",
    ["line-items.category"],
    ({ line_items }) => ({
      line_items: line_items.map(({ category: _, ...item }: Json) => item),
    }),
  ),
  shown(
    "line-items-gst-is-amount",
    "a line item's GST is its amount",
    ["line-items.gst-amount"],
    ({ line_items }) => ({
      line_items: line_items.map((item: Json) => ({ ...item, gst_amount: item.amount })),
    }),
  ),
  shown(
    "auth-date-is-cleared-date",
    "the authorised date is when it cleared",
    ["transactions.auth-date"],
    ({ cleared_date, auth_date }) => ({ auth_date: cleared_date ?? auth_date }),
  ),
  shown(
    "budget-type-always-budget",
    "a subscription's transactions name a budget of type BUDGET",
    ["transactions.budget"],
    ({ budget }) => (budget ? { budget: { ...budget, budget_type: "BUDGET" } } : {}),
  ),
]

const statuses: ReadonlyArray<Mutant> = [
  {
    name: "authed-shown-cleared",
    breaks: "an authorisation is shown as cleared",
    names: ["transactions.status", "transaction-filters.status"],
    rules: () => ({ shownStatus: () => "CLEARED" }),
  },
  {
    name: "refunded-shown",
    breaks: "a record shows a status that exists only in the filter",
    names: ["transactions.shape", "transactions.status", "transactions.states"],
    rules: () => ({ shownStatus: ({ state }) => (state === "DECLINED" ? "AUTHED" : state) }),
  },
  {
    name: "expense-status-turned",
    breaks: "the list shows the other `expense_status`",
    names: ["transactions.expense-status", "transaction-filters.expense-status"],
    edge: responseBody("GET", ["transactions"], (body) => ({
      ...body,
      results: body.results.map((record: Json) => ({
        ...record,
        expense_status: record.expense_status === "COMPLETE" ? "INCOMPLETE_EXPENSE" : "COMPLETE",
      })),
    })),
  },
  {
    name: "get-differs",
    breaks: "a single transaction differs from the one in the list",
    names: ["transactions.get", "transactions.merchant-name"],
    edge: responseBody("GET", ["transaction"], (record) => ({
      ...record,
      merchant_name: record.merchant_name.toUpperCase(),
    })),
  },
  {
    name: "spender-unnamed",
    breaks: "every transaction was made by the same user",
    names: ["transactions.user"],
    edge: (next) => {
      let first: Json
      return records(both, (record) => {
        if (!record.user) return record
        first ??= record.user
        return { ...record, user: first }
      })(next)
    },
  },
]

export const transactions = [...days, ...filters, ...fields, ...statuses]
