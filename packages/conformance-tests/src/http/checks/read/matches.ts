import type { TransactionSpec } from "../../../interface/world/spec.ts"
import type { Business, Call } from "../../check.ts"
import type { Expected } from "../paging.ts"

export type Status = TransactionSpec["status"]

/** Filters of transactions that the document shows; days are `YYYY-MM-DD`. */
export interface Filter {
  readonly min_auth_date?: string
  readonly max_auth_date?: string
  readonly min_cleared_date?: string
  readonly max_cleared_date?: string
  readonly status?: ReadonlyArray<Status>
}

/** Returns the query parameters of a filter. */
export const queryOf = (filter: Filter): NonNullable<Call["query"]> =>
  Object.entries(filter).flatMap(([name, value]: [string, string | ReadonlyArray<string>]) =>
    (typeof value === "string" ? [value] : value).map((one) => [name, one] as const),
  )

/** The UTC day of an instant in ISO 8601 with a Z. */
export const dayOf = (instant: string): string => instant.slice(0, 10)

const within = (instant: string | undefined, firstDay?: string, lastDay?: string): boolean => {
  if (firstDay === undefined && lastDay === undefined) return true
  if (instant === undefined) return false
  const day = dayOf(instant)
  return (firstDay === undefined || day >= firstDay) && (lastDay === undefined || day <= lastDay)
}

/**
 * Returns whether the status filter matches. The document leaves open what a declined transaction
 * shows, and a refunded one looks like a cleared one ("in records"). With a filter for the status
 * that they show, or with none, they may be listed or not.
 */
const statusMatches = (
  status: Status,
  statuses: ReadonlyArray<Status> | undefined,
): "must" | "may" | "no" => {
  const extra = status === "REFUNDED" || status === "DECLINED"
  if (statuses === undefined) return extra ? "may" : "must"
  if (statuses.includes(status)) return "must"
  return extra && statuses.some((one) => one === "AUTHED" || one === "CLEARED") ? "may" : "no"
}

/**
 * Returns whether the filter matches: bounds are whole UTC days, and a record without a date is in
 * none.
 */
export const matches = (made: TransactionSpec, filter: Filter): "must" | "may" | "no" => {
  const { min_auth_date, max_auth_date, min_cleared_date, max_cleared_date, status } = filter
  const inside =
    within(made.auth_date, min_auth_date, max_auth_date) &&
    within(made.cleared_date, min_cleared_date, max_cleared_date)
  return inside ? statusMatches(made.status, status) : "no"
}

/** Returns the ids that the filter must list, and those that it may list. */
export const expectedOf = ({ spec, ids }: Business, filter: Filter): Expected => {
  const idsWhere = (expected: "must" | "may") =>
    new Set(
      spec.transactions
        .filter((made) => matches(made, filter) === expected)
        .flatMap(({ key }) => ids.transactions[key] ?? []),
    )
  return { must: idsWhere("must"), may: idsWhere("may") }
}

const firstOfDay = "T00:00:00.000Z"
const lastOfDay = "T23:59:59.999Z"

/**
 * Returns days with an instant at their very beginning or end, and days on which another day begins
 * in Sydney: on those, a slightly wrong bound gives another result.
 */
export const edgeDays = (instants: ReadonlyArray<string>): ReadonlyArray<string> => {
  const onEdge = (instant: string) =>
    instant.endsWith(firstOfDay) ||
    instant.endsWith(lastOfDay) ||
    /T1[34]:00:00\.000Z$/u.test(instant)
  return [...new Set(instants.filter(onEdge).map(dayOf))].sort()
}
