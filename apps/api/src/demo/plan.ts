import type { TransactionType } from "@outlay/domain/fields"
import { addDays, daysBetween, decimalsOf, epoch, timestamp } from "@outlay/domain/rules"
import { type Chore, chores, isAsked, outlier, type Tax } from "./back-office.ts"
import { type Chance, chanceOf } from "./chance.ts"
import { type Line, lines, type Merchant, people, projects, rates } from "./company.ts"
import type { Look } from "./papers/receipt.ts"

/**
 * A planned transaction. Amounts are minor units; `budget` and `user` are indexes in the lists of
 * the company.
 */
export interface Happening {
  /** Time at which the service records it. */
  readonly at: string
  readonly kind: "transaction"
  readonly external_id: string
  readonly transaction_type: TransactionType
  readonly status: "AUTHED" | "CLEARED" | "DECLINED"
  readonly auth_date: string
  readonly cleared_date: string | null
  readonly merchant_name: string
  readonly currency: string
  /** Signed amount in AUD. */
  readonly amount: number
  /** Signed amount in `currency`. */
  readonly fx_amount: number
  readonly gst: number
  readonly user: number | null
  readonly budget: number | null
  readonly attendees: ReadonlyArray<string>
  /** Type of its receipt; null if it has none. */
  readonly receipt: Look | null
  readonly custom_fields: ReadonlyArray<{
    readonly field_name: string
    readonly entry_text: string
  }>
  readonly items: ReadonlyArray<Item>
}

interface Item {
  readonly amount: number
  readonly gst_amount: number
  readonly category: string | null
  readonly tax: Tax | null
  readonly description: string
}

interface Refund {
  readonly at: string
  readonly kind: "refund"
  /** `external_id` of the transaction. */
  readonly of: string
  /** Magnitude in AUD; null for the whole amount. */
  readonly amount: number | null
}

interface FundsAdded {
  readonly at: string
  readonly kind: "topup"
  readonly budget: number
  /** Index in the members of the budget; null for the budget itself. */
  readonly member: number | null
  readonly amount: number
  readonly description: string
}

interface ChoreDone {
  readonly at: string
  readonly kind: "chore"
  readonly what: Chore
}

export type Step = Happening | Refund | FundsAdded | ChoreDone

export interface PlanOptions {
  readonly seed: number
  /** Number of months before the end at which the plan begins. */
  readonly months: number
  /** End of the plan. */
  readonly until: string
}

const hour = 3_600_000

/** First day of the demo: the first of the month, `months` before the end. */
export const firstDay = ({ months, until }: PlanOptions): string => {
  const month = Number(until.slice(0, 4)) * 12 + Number(until.slice(5, 7)) - 1 - months
  const text = (value: number, width: number) => String(value).padStart(width, "0")
  return `${text(Math.floor(month / 12), 4)}-${text((month % 12) + 1, 2)}-01`
}

/** Value of one unit of a currency in AUD on a day; it drifts around its usual rate. */
const rateOn = (currency: string, date: string): number => {
  const rate = rates[currency] ?? 1
  if (currency === "AUD") return 1
  const day = daysBetween("2020-01-01", date)
  return rate * (1 + 0.03 * Math.sin(day / 58) + 0.01 * Math.sin(day / 9))
}

const minor = (major: number, currency: string): number =>
  Math.round(major * 10 ** decimalsOf(currency))

/** Activity of the business relative to normal. It grows until the end, by about a third a year. */
const growth = (date: string, until: string): number =>
  Math.max(0.6, 1.25 - daysBetween(date, until.slice(0, 10)) / 1100)

/**
 * Returns all steps of the business, in order. The same options give the same steps. The purchases
 * of a day depend only on the seed and the day, so they do not change with the end date, except for
 * the growth of the business.
 */
export const planSteps = (options: PlanOptions): ReadonlyArray<Step> => {
  const { seed, until } = options
  const first = firstDay(options)
  const days = daysBetween(first, until.slice(0, 10))
  const steps: Array<Step> = []
  for (let day = 0; day <= days; day += 1) {
    const date = addDays(first, day)
    const number = identify(date)
    steps.push(...housekeeping(date, day === 0, number))
    for (const [budget, line] of lines.entries()) {
      const dice = chanceOf(seed, daysBetween("2000-01-01", date), budget)
      const purchases = howMany(dice, line, date, growth(date, until))
      for (let n = 0; n < purchases; n += 1) {
        steps.push(...purchase(dice, { line, budget, date, until, number }))
      }
    }
    if (date === addDays(until.slice(0, 10), -outlier.days)) steps.push(outlierOn(date, number))
  }
  for (const { what, days: before } of chores) {
    steps.push({ at: timestamp(epoch(until) - before * 24 * hour), kind: "chore", what })
  }
  return steps
    .filter(({ at }) => at <= until)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

const identify = (date: string): (() => string) => {
  let count = 0
  return () => {
    count += 1
    return `demo-${date}-${String(count).padStart(3, "0")}`
  }
}

/** Number of purchases of a budget on a day, with the fraction rounded at random. */
const howMany = (dice: Chance, line: Line, date: string, size: number): number => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const isWeekend = weekday === 0 || weekday === 6
  const daily = line.weekly / (5 + 2 * line.weekend)
  const season = line.seasons[Number(date.slice(5, 7)) - 1] ?? 1
  const expected = daily * season * size * (isWeekend ? line.weekend : 1)
  return Math.floor(expected) + (dice.likely(expected % 1) ? 1 : 0)
}

interface Occasion {
  readonly line: Line
  readonly budget: number
  readonly date: string
  readonly until: string
  readonly number: () => string
}

const purchase = (dice: Chance, occasion: Occasion): ReadonlyArray<Step> => {
  const { line, budget, date, until, number } = occasion
  const isOccasional = line.occasional.length > 0 && dice.likely(0.45)
  const merchant = dice.pick(isOccasional ? line.occasional : line.merchants)
  const { currency = "AUD" } = merchant
  const major = merchant.minAmount + (merchant.maxAmount - merchant.minAmount) * dice.next() ** 2
  const paid = minor(major, currency)
  const amount =
    currency === "AUD"
      ? paid
      : minor((paid / 10 ** decimalsOf(currency)) * rateOn(currency, date), "AUD")
  const gst = currency === "AUD" && merchant.gst !== false ? Math.round(amount / 11) : 0
  const user = dice.pick(line.members)
  const auth =
    epoch(`${date}T00:00:00.000Z`) + dice.integer(0, 9 * 60) * 60_000 + dice.integer(0, 59_999)
  // Daily budgets clear within the day, so that the purchase counts in its period.
  const cleared = timestamp(auth + dice.integer(3, line.reset_period === "DAILY" ? 12 : 62) * hour)
  const declined = dice.likely(0.012)
  const open = cleared > until
  const external_id = number()
  const auth_date = timestamp(auth)
  const happening: Happening = {
    at: declined || open ? auth_date : cleared,
    kind: "transaction",
    external_id,
    transaction_type:
      dice.likely(0.03) && currency === "AUD" ? "REIMBURSEMENT" : "CARD_TRANSACTION",
    status: declined ? "DECLINED" : open ? "AUTHED" : "CLEARED",
    auth_date,
    cleared_date: declined || open ? null : cleared,
    merchant_name: merchant.name,
    currency,
    amount: -amount,
    fx_amount: -paid,
    gst,
    user,
    budget,
    ...expense(dice, occasion, merchant, { amount, gst, user, external_id }),
    ...(declined ? { receipt: null } : {}),
  }
  const back = !declined && !open && dice.likely(0.02)
  if (!back) return [happening]
  const at = timestamp(epoch(cleared) + dice.integer(20, 280) * hour)
  const part = dice.likely(0.5) && amount > 1 ? Math.ceil(amount / 2) : null
  return [happening, { at, kind: "refund", of: external_id, amount: part }]
}

/** The expense part of a person's purchase: mostly complete, less often in the last days. */
const expense = (
  dice: Chance,
  { line, date, until }: Occasion,
  merchant: Merchant,
  of: { amount: number; gst: number; user: number; external_id: string },
): Pick<Happening, "attendees" | "receipt" | "custom_fields" | "items"> => {
  const recent = daysBetween(date, until.slice(0, 10)) < 14
  const hasReceipt = !dice.likely(recent ? 0.4 : 0.04)
  const isCoded = !dice.likely(recent ? 0.3 : 0.03)
  const shared = merchant.category === "Entertainment" || line.name === "Team lunches"
  const guests = dice.integer(1, 4)
  const names = shared
    ? Array.from({ length: guests }, (_, n) => fullName((of.user + 3 * n + 1) % people.length))
    : []
  return {
    attendees: names,
    receipt: hasReceipt ? (printed.has(merchant.category) ? "till" : "invoice") : null,
    custom_fields: fieldsOf(dice, line.name, isCoded, of.external_id),
    items: itemsOf(dice, merchant, of, isCoded ? merchant.category : null),
  }
}

/** Categories with printed receipts. */
const printed: ReadonlySet<string> = new Set([
  ...["Meals & Refreshments", "Entertainment", "Motor Vehicle Expenses", "Office Expenses"],
  ...["Travel", "General Expenses"],
])

/** Custom field values. Most expenses name a project; coded expenses have every required value. */
const fieldsOf = (
  dice: Chance,
  budget: string,
  isCoded: boolean,
  external_id: string,
): Happening["custom_fields"] => {
  const named = dice.likely(0.6) || (isCoded && isAsked("Project", budget))
  const project = dice.pick(projects)
  const order = `PO-${external_id.replace(/[^0-9]/gu, "")}`
  return [
    ...(named ? [{ field_name: "Project", entry_text: project }] : []),
    ...(isCoded && isAsked("Purchase order", budget)
      ? [{ field_name: "Purchase order", entry_text: order }]
      : []),
  ]
}

/** Tax rate of a purchase. */
const taxOf = (gst: number, { currency = "AUD" }: Pick<Merchant, "currency">): Tax =>
  gst > 0 ? "GST on expenses" : currency === "AUD" ? "GST free expenses" : "Outside of GST"

const fullName = (place: number): string => (people[place] ?? []).slice(0, 2).join(" ")

const itemsOf = (
  dice: Chance,
  merchant: Merchant,
  { amount, gst }: { readonly amount: number; readonly gst: number },
  category: string | null,
): ReadonlyArray<Item> => {
  const description = `${merchant.name}: ${merchant.category.toLowerCase()}`
  const tax = category === null ? null : taxOf(gst, merchant)
  if (amount < 5000 || !dice.likely(0.15)) {
    return [{ amount, gst_amount: gst, category, tax, description }]
  }
  const first = Math.floor((amount * dice.integer(30, 70)) / 100)
  const share = Math.floor((gst * first) / amount)
  const other = category === null ? null : "General Expenses"
  return [
    { amount: first, gst_amount: share, category, tax, description },
    {
      ...{ amount: amount - first, gst_amount: gst - share, category: other, tax },
      description: "The rest",
    },
  ]
}

/** Income, rent, fees and topups, on fixed days of the month. */
const housekeeping = (
  date: string,
  isFirst: boolean,
  number: () => string,
): ReadonlyArray<Step> => {
  const simple = simpleOn(date, number)
  const day = Number(date.slice(8))
  const month = Number(date.slice(5, 7))
  const steps: Array<Step> = []
  if (isFirst) {
    steps.push(
      simple("DEPOSIT_DIRECT_CREDIT", "Opening deposit", 120_000),
      simple("DEPOSIT_DIRECT_CREDIT", "Opening deposit", 25_000, "USD"),
    )
  }
  if (day === 2) {
    steps.push(
      simple("DEPOSIT_DIRECT_CREDIT", "Transfer from operating account", 43_500),
      simple("BILL", "Quayside Property Management", -6820),
    )
  }
  if (day === 9 && month % 2 === 0) {
    steps.push(simple("DEPOSIT_DIRECT_CREDIT", "Transfer from operating account", 17_000, "USD"))
  }
  if (day === 15) steps.push(simple("CHARGE", "Card program fee", -48.4))
  if (day === 20) steps.push(simple("BILL", "Southern Internet", -389.95))
  if (day === 28) steps.push(simple("CREDIT", "Card rebate", 61.15))
  if (day === 25 && month % 3 === 0) {
    steps.push(simple("MANUAL_TRANSFER", "Back to operating account", -2500))
  }
  if (day === 12 && month % 4 === 0) {
    const at = `${date}T03:00:00.000Z`
    const budget = lines.findIndex(({ name }) => name === "Warehouse fit-out")
    const travel = lines.findIndex(({ name }) => name === "Travel")
    steps.push(
      { at, kind: "topup", budget, member: null, amount: 650_000, description: "Next stage" },
      { at, kind: "topup", budget: travel, member: 0, amount: 80_000, description: "Trade fair" },
    )
  }
  return steps
}

const simpleOn =
  (date: string, number: () => string) =>
  (
    transaction_type: TransactionType,
    merchant_name: string,
    major: number,
    currency = "AUD",
  ): Happening => {
    const at = `${date}T01:30:00.000Z`
    const amount = minor(major * rateOn(currency, date), "AUD")
    return {
      at,
      kind: "transaction",
      external_id: number(),
      transaction_type,
      status: "CLEARED",
      auth_date: at,
      cleared_date: at,
      merchant_name,
      currency,
      amount,
      fx_amount: minor(major, currency),
      gst: transaction_type === "BILL" ? Math.round(Math.abs(amount) / 11) : 0,
      user: transaction_type === "BILL" ? 2 : null,
      budget: null,
      attendees: [],
      receipt: transaction_type === "BILL" ? "invoice" : null,
      custom_fields: [],
      items: transaction_type === "BILL" ? billItems(merchant_name, amount) : [],
    }
  }

/** The one unusually large purchase. */
const outlierOn = (date: string, number: () => string): Happening => {
  const { budget, person, merchant, amount, category } = outlier
  const whole = amount * 100
  const gst = Math.round(whole / 11)
  const tax = "GST on expenses"
  const description = `${merchant}: annual conference`
  return {
    ...simpleOn(date, number)("CARD_TRANSACTION", merchant, -amount),
    ...{ gst, user: person, budget: lines.findIndex(({ name }) => name === budget) },
    custom_fields: [{ field_name: "Project", entry_text: projects[3] ?? "" }],
    items: [{ amount: whole, gst_amount: gst, category, tax, description }],
  }
}

const billItems = (merchant_name: string, amount: number): ReadonlyArray<Item> => {
  const category = merchant_name.includes("Property") ? "Rent" : "Telephone & Internet"
  const whole = Math.abs(amount)
  const gst_amount = Math.round(whole / 11)
  const tax = "GST on expenses"
  return [{ amount: whole, gst_amount, category, tax, description: `${merchant_name}: month` }]
}
