import type { BusinessSpec } from "../../../interface/world/spec.ts"
import type { Json } from "../../check.ts"

/** Amount of a wallet. */
export interface Holding {
  readonly currency: string
  /** Field that shows the amount. */
  readonly name: string
  readonly amount: number
}

const isCode = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Z]{3}$/u.test(value)

const holdingOf = (record: Json): Holding | null => {
  if (typeof record !== "object" || record === null) return null
  const codes = Object.values(record).filter(isCode)
  const numbers = Object.entries(record).filter(([, value]) => typeof value === "number")
  const known =
    numbers.find(([name]) => name === "balance") ?? numbers.find(([name]) => name === "amount")
  const amount = known ?? (numbers.length === 1 ? numbers[0] : undefined)
  const currency = isCode(record.currency)
    ? record.currency
    : codes.length === 1
      ? codes[0]
      : undefined
  if (currency === undefined || amount === undefined) return null
  return { currency, name: amount[0], amount: amount[1] as number }
}

/**
 * Returns the wallets in a response of operation 17, whose fields the document does not show: an
 * array, bare or in an object, of records with one currency and one number; or an object of numbers
 * by currency. Null if it is none of these.
 */
export const holdingsIn = (body: Json): ReadonlyArray<Holding> | null => {
  if (typeof body !== "object" || body === null) return null
  const entries = Object.entries(body)
  if (
    !Array.isArray(body) &&
    entries.length > 0 &&
    entries.every(([name, value]) => isCode(name) && typeof value === "number")
  ) {
    return entries.map(([currency, amount]) => ({
      currency,
      name: currency,
      amount: amount as number,
    }))
  }
  const lists = Array.isArray(body) ? [body] : Object.values(body).filter(Array.isArray)
  if (lists.length !== 1) return null
  const holdings = (lists[0] as ReadonlyArray<Json>).map(holdingOf)
  return holdings.every((one) => one !== null) ? holdings : null
}

/** A movement of a day. */
export interface Movement {
  readonly day: string
  readonly amount: string
}

/**
 * Cleared amounts by day in the business's own currency, for a business whose transactions have all
 * cleared.
 */
export const movementsOf = ({ transactions }: BusinessSpec): ReadonlyArray<Movement> =>
  transactions.map(({ auth_date, amount }) => ({ day: auth_date.slice(0, 10), amount }))

const dayLong = 86_400_000

/** Returns the UTC day that is this many days before the instant. */
export const daysBefore = (now: number, days: number): string =>
  new Date(now - days * dayLong).toISOString().slice(0, 10)
