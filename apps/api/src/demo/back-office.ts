import type { CreateTaxRate, FieldType } from "@outlay/domain/fields"
import { projects } from "./company.ts"

/** Accounting codes: code, name and the categories mapped to it. */
export const codes: ReadonlyArray<readonly [string, string, ...ReadonlyArray<string>]> = [
  ["400", "Advertising", "Advertising"],
  ["412", "Consulting & Accounting", "Consulting & Accounting"],
  ["420", "Entertainment", "Entertainment"],
  ["421", "Meals", "Meals & Refreshments"],
  ["425", "Freight & Courier", "Freight & Courier"],
  ["429", "General Expenses", "General Expenses"],
  ["449", "Motor Vehicle Expenses", "Motor Vehicle Expenses"],
  ["453", "Office Expenses", "Office Expenses"],
  ["469", "Rent", "Rent"],
  ["485", "Subscriptions", "Software & Subscriptions"],
  ["489", "Telephone & Internet", "Telephone & Internet"],
  ["493", "Travel", "Travel"],
  ["860", "Rounding"],
]

/** Tax rates of line items; `rate` in millionths. */
export const taxes = [
  { name: "GST on expenses", rate: 100_000, code: "INPUT", is_default_for: "DOMESTIC" },
  { name: "GST free expenses", rate: 0, code: "EXEMPTEXPENSES", is_default_for: "NONE" },
  { name: "Outside of GST", rate: 0, code: "BASEXCLUDED", is_default_for: "INTERNATIONAL" },
] as const satisfies ReadonlyArray<Omit<CreateTaxRate, "is_enabled">>
export type Tax = (typeof taxes)[number]["name"]

interface Field {
  readonly name: string
  readonly field_type: FieldType
  readonly options: ReadonlyArray<string>
  /** Disabled options. */
  readonly closed: ReadonlyArray<string>
  readonly budgets: ReadonlyArray<string>
}

export const fields: ReadonlyArray<Field> = [
  {
    ...{ name: "Project", field_type: "LIST" },
    options: projects,
    closed: ["Old warehouse"],
    budgets: ["Travel", "Marketing", "Events"],
  },
  {
    ...{ name: "Purchase order", field_type: "FREE_TEXT", options: [], closed: [] },
    budgets: ["Warehouse fit-out"],
  },
]

/** True if expenses of a budget require a value of the field. */
export const isAsked = (field: string, budget: string): boolean =>
  fields.some(({ name, budgets }) => name === field && budgets.includes(budget))

/** Approval policies. A null `budget` covers all budgets; a null `above` covers all amounts. */
export const policies = [
  { name: "Larger topups", budget: null, above: 5000 },
  { name: "Travel is tight", budget: "Travel", above: null },
] as const

/** People to invite, and the budgets that they join. */
export const invites = [
  { email: "lena.hoffmann@demo.example", role: "Team Member", budget: "Events" },
  { email: "rafael.duarte@demo.example", role: "Accountant", budget: null },
] as const

/** A person who is away, their delegate and the number of days. People are indexes in `people`. */
export const absence = { person: 7, delegate: 5, days: 9 } as const

/** People and their expense assistants, as indexes in `people`. */
export const assistants = [
  { person: 0, by: [9] },
  { person: 4, by: [10, 11] },
] as const

interface Request {
  readonly budget: string
  /** Index in the members of the budget; null for the budget itself. */
  readonly member: number | null
  readonly amount: number
  readonly description: string
  readonly by: number
  /** Decision of an owner; null if the topup is pending. */
  readonly decision: {
    readonly action: "approve" | "decline"
    readonly by: number
    readonly reason?: string
  } | null
}

/** Topup requests and the decisions on them. */
export const requests: ReadonlyArray<Request> = [
  {
    ...{ budget: "Warehouse fit-out", member: null, amount: 7200, description: "Cool room" },
    ...{ by: 6, decision: null },
  },
  {
    ...{ budget: "Travel", member: 2, amount: 650, description: "Supplier visit in Hobart" },
    ...{ by: 6, decision: null },
  },
  {
    ...{ budget: "Travel", member: 3, amount: 480, description: "Trade fair in Perth" },
    ...{ by: 6, decision: { action: "approve", by: 4 } },
  },
  {
    ...{ budget: "Travel", member: 5, amount: 3900, description: "Study tour" },
    ...{ by: 6 },
    decision: { action: "decline", by: 5, reason: "The tour is in next year's plan." },
  },
]

interface CardRequest {
  readonly budget: string
  /** Index in `people`. */
  readonly person: number
  readonly merchant: string
  readonly category: string
  /** Amount in whole units. */
  readonly amount: number
}

/** Card authorisation requests of the last days. Some of them are declined, with a reason. */
export const cardRequests: ReadonlyArray<CardRequest> = [
  {
    ...{ budget: "Field crew meals", person: 21, merchant: "Roadhouse Kitchen" },
    ...{ category: "Meals & Refreshments", amount: 240 },
  },
  {
    ...{ budget: "Marketing", person: 13, merchant: "Pacific Air" },
    ...{ category: "Travel", amount: 640 },
  },
  {
    ...{ budget: "Software", person: 21, merchant: "Tasklark" },
    ...{ category: "Software & Subscriptions", amount: 89 },
  },
  {
    ...{ budget: "Travel", person: 4, merchant: "Harbourside Hotel" },
    ...{ category: "Travel", amount: 312 },
  },
]

/** One unusually large purchase; `days` before the end, amount in whole units. */
export const outlier = {
  ...{ budget: "Events", person: 6, merchant: "Grand Pavilion Hire", amount: 18_480, days: 17 },
  category: "Entertainment",
} as const

/** Last purchases of nearly empty or overspent budgets; `left` in minor units. */
export const lastOrders = [
  {
    ...{ budget: "Office and supplies", person: 15, merchant: "Desk & Chair Co", left: 4120 },
    category: "Office Expenses",
  },
  {
    ...{ budget: "Team lunches", person: 4, merchant: "Silver Spoon Catering", left: -18_640 },
    category: "Meals & Refreshments",
  },
] as const

/** Tasks of the office in the last days; `days` before the end. */
export const chores = [
  { what: "policies", days: 6 },
  { what: "invites", days: 5 },
  { what: "absence", days: 2 },
  { what: "cards", days: 1.5 },
  { what: "requests", days: 1 },
  { what: "orders", days: 0 },
] as const
export type Chore = (typeof chores)[number]["what"]
