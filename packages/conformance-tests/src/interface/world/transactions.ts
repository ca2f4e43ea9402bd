import type { Making } from "./creation.ts"
import { type Dice, decimal, dice } from "./dice.ts"
import { days, edges, hours, minutes } from "./instants.ts"
import type {
  BudgetSpec,
  CustomFieldSpec,
  LineItemSpec,
  TransactionSpec,
  TransactionType,
} from "./spec.ts"

/** Records that transactions refer to. */
export interface Surroundings {
  readonly people: ReadonlyArray<string>
  readonly former: ReadonlyArray<string>
  readonly budgets: ReadonlyArray<BudgetSpec>
  readonly categories: ReadonlyArray<string>
  readonly fields: ReadonlyArray<CustomFieldSpec>
}

/** Time of an authorisation, and of its clearing if that is fixed. */
interface Moment {
  readonly auth: number
  readonly cleared?: number
}

const merchants = ["Harbour Kitchen", "Café Ümläut", "Rail & Co", "7-Eleven", "株式会社", "O’Hara"]

/** Foreign currencies: code, units for a hundred of the business's own, decimals. */
const foreign = [
  { currency: "USD", rate: 65, decimals: 2 },
  { currency: "EUR", rate: 60, decimals: 2 },
  { currency: "JPY", rate: 9_700, decimals: 0 },
] as const

const kinds: ReadonlyArray<readonly [type: TransactionType, weight: number, sign: 1 | -1 | 0]> = [
  ["CARD_TRANSACTION", 12, -1],
  ["CHARGE", 2, -1],
  ["BILL", 2, -1],
  ["REIMBURSEMENT", 2, -1],
  ["DEPOSIT_DIRECT_CREDIT", 2, 1],
  ["DEPOSIT_DIRECT_DEBIT", 1, 1],
  ["EXTERNAL_TRANSFER", 1, 0],
  ["MANUAL_TRANSFER", 1, 0],
  ["CREDIT", 1, 1],
]
const drawn = kinds.flatMap((kind) => Array.from({ length: kind[1] }, () => kind))

/** Returns instants of `count` rows: at the edges of days, many at one instant, and in between. */
const momentsOf = (count: number, now: number, { next, whole, likely }: Dice) => {
  const latest = now - 5 * minutes
  const special: ReadonlyArray<Moment> = [
    ...edges(now).flatMap((at) => [{ auth: at }, { auth: at - 30 * hours, cleared: at }]),
    // More than a default page at one instant: only a total order pages through them.
    ...Array.from({ length: 60 }, () => ({ auth: now - 21 * days })),
    // The oldest: the list covers more than a year.
    { auth: now - 400 * days },
  ]
  const moments: Array<Moment> = [...special]
  while (moments.length < count) {
    const back = likely(0.4) ? next() * 20 : next() * 395
    const auth = latest - Math.floor(back * days)
    moments.push(...Array.from({ length: likely(0.05) ? whole(2, 4) : 1 }, () => ({ auth })))
  }
  return { moments: moments.slice(0, count).sort((a, b) => a.auth - b.auth), latest }
}

/** Every status, most often CLEARED; a transaction that never cleared has no cleared date. */
const stateOf = (
  { auth, cleared }: Moment,
  sign: number,
  latest: number,
  { next, likely, pick }: Dice,
): Pick<TransactionSpec, "status" | "cleared_date"> => {
  if (cleared === undefined && likely(0.16)) {
    return { status: pick(["AUTHED", "AUTHED", "DECLINED"] as const) }
  }
  const at = cleared ?? Math.min(latest, auth + (likely(0.3) ? 0 : Math.floor(next() * 4 * days)))
  return {
    status: sign < 0 && likely(0.05) ? "REFUNDED" : "CLEARED",
    cleared_date: new Date(at).toISOString(),
  }
}

const moneyOf = (
  sign: number,
  { whole, likely, pick }: Dice,
): Pick<TransactionSpec, "amount" | "currency" | "fx_amount" | "gst"> & { magnitude: number } => {
  const magnitude = sign > 0 ? whole(10_000, 900_000) : pick([whole(100, 40_000), whole(1, 999)])
  const gst = decimal(likely(0.7) ? Math.round(magnitude / 11) : 0)
  const own = { magnitude, amount: decimal(sign * magnitude), gst }
  if (!likely(0.15)) return own
  const { currency, rate, decimals } = pick(foreign)
  const there = sign * Math.max(1, Math.round((magnitude * rate) / 100))
  const fx_amount = decimals === 0 ? String(Math.trunc(there / 100) || sign) : decimal(there)
  return { ...own, currency, fx_amount }
}

/** User and budget of a transaction; a transfer between accounts has neither. */
const partyOf = (
  type: TransactionType,
  { people, former, budgets }: Surroundings,
  { pick, likely }: Dice,
): Pick<TransactionSpec, "user" | "budget"> => {
  if (!["CARD_TRANSACTION", "CHARGE", "BILL", "REIMBURSEMENT"].includes(type)) return {}
  if (likely(0.05) && former.length > 0) return { user: pick(former) }
  if (likely(0.1)) return { user: pick(people) }
  const budget = pick(budgets)
  const users = budget.members.flatMap((row) =>
    "user" in row && row.is_deleted !== true ? [row.user] : [],
  )
  return { user: pick(users), budget: budget.key }
}

const valuesOf = (
  fields: ReadonlyArray<CustomFieldSpec>,
  mark: Making["mark"],
  { pick, whole }: Dice,
): TransactionSpec["custom_fields"] =>
  fields.map(({ name, options }) => ({
    field_name: name,
    entry_text: options.length > 0 ? pick(options).text : mark(`noted ${whole(1, 999)}`),
  }))

/** Line items that add up to the total, except for every eighth transaction. */
const itemsOf = (
  magnitude: number,
  { categories, fields }: Surroundings,
  mark: Making["mark"],
  chance: Dice,
): ReadonlyArray<LineItemSpec> => {
  const { whole, likely, pick } = chance
  const count = magnitude < 10 ? 1 : whole(1, 3)
  const rest = likely(0.125) ? magnitude - 1 : magnitude
  const part = Math.floor(rest / count)
  return Array.from({ length: count }, (_, index) => {
    const amount = index === 0 ? rest - part * (count - 1) : part
    return {
      amount: decimal(amount),
      gst_amount: decimal(likely(0.7) ? Math.round(amount / 11) : 0),
      ...(likely(0.9) && categories.length > 0 ? { category: pick(categories) } : {}),
      description: mark(`Item ${index + 1}`),
      custom_fields: likely(0.3) ? valuesOf(fields.slice(0, 1), mark, chance) : [],
    }
  })
}

/** Transactions of more than a year up to `now`, oldest first. */
export const transactionsOf = (
  { seed, key, mark, now }: Making,
  count: number,
  surroundings: Surroundings,
): ReadonlyArray<TransactionSpec> => {
  const chance = dice(seed, key, "transactions")
  const { pick, likely, whole, some } = chance
  const { moments, latest } = momentsOf(count, now, chance)
  return moments.map((moment, index) => {
    const [transaction_type, , fixed] = kinds[index] ?? pick(drawn)
    const sign = fixed === 0 ? pick([1, -1] as const) : fixed
    const { magnitude, ...money } = moneyOf(sign, chance)
    const number = String(index + 1).padStart(4, "0")
    const documented = likely(0.5)
    return {
      key: `transaction-${number}`,
      transaction_type,
      ...stateOf(moment, sign, latest, chance),
      auth_date: new Date(moment.auth).toISOString(),
      merchant_name: mark(`${pick(merchants)} ${number}`),
      ...money,
      ...partyOf(transaction_type, surroundings, chance),
      attendees: some(["Pat Doe", "Kim Ōta", "Lee"], whole(0, 2)).map(mark),
      receipt_urls: documented
        ? [`https://receipts.example.com/${mark(number).replace(" ", "-")}`]
        : [],
      custom_fields: documented ? valuesOf(surroundings.fields, mark, chance) : [],
      line_items: documented || likely(0.3) ? itemsOf(magnitude, surroundings, mark, chance) : [],
    }
  })
}
