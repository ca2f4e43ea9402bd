/** What the values of an event are, so that each is shown as what it is. */
import type { Event } from "../api/records.ts"

type Kind = "amount" | "instant" | "day" | "user" | "other"

const users = new Set(["user_id", "delegate_approver", "expense_delegate", "requested_by_id"])

const isAmount = (field: string): boolean =>
  /^(amount|gst|balance|fx_amount)$|_amount$/u.test(field)

export const kindOf = (field: string, value: unknown): Kind => {
  if (typeof value === "number") {
    if (users.has(field)) return "user"
    return isAmount(field) ? "amount" : "other"
  }
  if (typeof value !== "string") return "other"
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value)) return "instant"
  return /^\d{4}-\d{2}-\d{2}$/u.test(value) ? "day" : "other"
}

/** The currency of an amount: the business's, but for what has one of its own. */
export const currencyOf =
  (data: Event["data"], own: string) =>
  (field: string): string =>
    "currency" in data && (field === "fx_amount" || field === "balance") ? data.currency : own

interface Change {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** Fields that say nothing beside the head of the sheet. */
const silent = new Set(["updated", "created"])

/** The fields that differ; of a new record, all of them that have a value. */
export const changesIn = ({ data, previous }: Pick<Event, "data" | "previous">) => {
  const record = data as Readonly<Record<string, unknown>>
  const before = previous as Readonly<Record<string, unknown>> | null
  return Object.keys(before ?? record)
    .filter((field) => !silent.has(field))
    .filter((field) => before !== null || (record[field] !== null && record[field] !== ""))
    .map((field): Change => ({ field, before: before?.[field], after: record[field] }))
}
