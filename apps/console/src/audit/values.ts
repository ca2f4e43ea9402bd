/** Kinds of values in events, which determine their format. */
import type { Event } from "../api/records.ts"

type Kind = "amount" | "instant" | "day" | "user" | "role" | "bytes" | "rate" | "count" | "other"

const users = new Set(["user_id", "delegate_approver", "expense_delegate", "requested_by_id"])

const counts = new Set(["count", "number"])

const isAmount = (field: string): boolean =>
  /^(amount|gst|balance)$|_(amount|balance)$/u.test(field)

export const kindOf = (field: string, value: unknown): Kind => {
  if (typeof value === "number") {
    if (users.has(field)) return "user"
    if (isAmount(field)) return "amount"
    if (field === "size") return "bytes"
    if (field === "rate") return "rate"
    return counts.has(field) ? "count" : "other"
  }
  if (typeof value !== "string") return "other"
  if (field === "role_id") return "role"
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value)) return "instant"
  return /^\d{4}-\d{2}-\d{2}$/u.test(value) ? "day" : "other"
}

/** Currency of an amount: that of the business, except for wallets and foreign amounts. */
export const currencyOf =
  (record: Readonly<Record<string, unknown>>, own: string) =>
  (field: string): string => {
    const { currency } = record
    const isForeign = field === "fx_amount" || field === "balance" || "opening_balance" in record
    return typeof currency === "string" && isForeign ? currency : own
  }

interface Change {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Fields already shown in the head of the sheet. */
const silent = new Set(["updated", "created"])

/** Returns the changed fields; for a new record, all fields with a value. */
export const changesIn = ({ data, previous }: Pick<Event, "data" | "previous">) => {
  const record = data as Readonly<Record<string, unknown>>
  const before = previous as Readonly<Record<string, unknown>> | null
  return Object.keys(before ?? record)
    .filter((field) => !silent.has(field) && !(field === "role_id" && "role" in record))
    .filter((field) => before !== null || (record[field] !== null && record[field] !== ""))
    .map((field): Change => ({ field, before: before?.[field], after: record[field] }))
}
