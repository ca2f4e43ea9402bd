import type { ResetPeriod } from "@outlay/domain"
import type { BudgetType, PaymentType } from "@outlay/domain/fields"
import { occasional, regular } from "./merchants.ts"
import {
  type BudgetRow,
  budgets,
  type MerchantRow,
  ordinary,
  seasons,
  type Trait,
} from "./spending.ts"

/** Fictional people of the demo business: first name, last name, role. */
export const people: ReadonlyArray<readonly [string, string, string]> = [
  ["Amelia", "Hart", "Admin"],
  ["Noah", "Brennan", "Admin"],
  ["Priya", "Raman", "Accountant"],
  ["Oliver", "Stanton", "Accountant"],
  ["Charlotte", "Nguyen", "Manager"],
  ["Liam", "O'Dowd", "Manager"],
  ["Isla", "Kowalski", "Manager"],
  ["Jack", "Tremblay", "Manager"],
  ["Mia", "Fernando", "Manager"],
  ["Henry", "Lindqvist", "Team Member"],
  ["Grace", "Okafor", "Team Member"],
  ["Leo", "Marchetti", "Team Member"],
  ["Ruby", "Sandhu", "Team Member"],
  ["Thomas", "Eriksen", "Team Member"],
  ["Zoe", "Papadakis", "Team Member"],
  ["Ethan", "Whitlam", "Team Member"],
  ["Sophie", "Delacroix", "Team Member"],
  ["Lucas", "Tanaka", "Team Member"],
  ["Harriet", "Quinn", "Team Member"],
  ["Daniel", "Abbasi", "Team Member"],
  ["Matilda", "Ferreira", "Team Member"],
  ["Samuel", "Ioane", "Team Member"],
  ["Evie", "Castellano", "Team Member"],
  ["Marcus", "Bellweather", "Team Member"],
]

export const paymentTypesOf = (role: string): ReadonlyArray<PaymentType> =>
  role === "Team Member" ? ["cards", "reimbursements"] : ["bills", "cards", "reimbursements"]

/** A merchant; amounts in whole units of its currency. */
export interface Merchant {
  readonly name: string
  readonly category: string
  readonly minAmount: number
  readonly maxAmount: number
  /** Defaults to AUD. Foreign purchases have no GST. */
  readonly currency?: string
  readonly gst?: false
}

/** A budget and how it is spent. */
export interface Line {
  readonly name: string
  readonly budget_type: BudgetType
  readonly reset_period: ResetPeriod
  /** Amount in whole units of the business's currency; per member if it has member limits. */
  readonly reset_amount: number
  readonly has_member_limits: boolean
  readonly rollover_funds: boolean
  readonly limit_categories: boolean
  /** Indexes in `people`. The first `owners` of them own the budget. */
  readonly members: ReadonlyArray<number>
  readonly owners: 1 | 2
  /** Purchases in an ordinary week. */
  readonly weekly: number
  /** Purchases on a weekend day relative to a working day. */
  readonly weekend: number
  /** Relative spending in each month, January first; 1 is normal. */
  readonly seasons: ReadonlyArray<number>
  /** Merchants of every week. */
  readonly merchants: ReadonlyArray<Merchant>
  /** Occasional merchants; may be empty. */
  readonly occasional: ReadonlyArray<Merchant>
}

const merchantsOf = (rows: ReadonlyArray<MerchantRow>): ReadonlyArray<Merchant> =>
  rows.map(([name, category, minAmount, maxAmount, currency]) => ({
    ...{ name, category, minAmount, maxAmount },
    ...(currency === undefined ? {} : currency === "no GST" ? { gst: false } : { currency }),
  }))

const lineOf = (row: BudgetRow): Line => {
  const [name, reset_period, reset_amount, traits, members, owners, ...often] = row
  const [weekly, weekend] = often
  const has = (trait: Trait) => traits.split(" ").includes(trait)
  return {
    ...{ name, reset_period, reset_amount, members, owners, weekly, weekend },
    budget_type: has("subscription") ? "SUBSCRIPTION" : "BUDGET",
    has_member_limits: has("limits"),
    rollover_funds: has("rollover"),
    limit_categories: has("categories"),
    seasons: seasons[name] ?? ordinary,
    merchants: merchantsOf(regular(name)),
    occasional: merchantsOf(occasional(name)),
  }
}

export const lines: ReadonlyArray<Line> = budgets.map(lineOf)

/** Approximate value of one unit of a currency in AUD. */
export const rates: Readonly<Record<string, number>> = {
  AUD: 1,
  USD: 1.52,
  EUR: 1.66,
  GBP: 1.95,
  NZD: 0.91,
  JPY: 0.0101,
}

export const projects = ["Perth office", "Winter campaign", "Site visits", "Run the business"]
