import { queryOptions } from "@tanstack/react-query"
import { addDays } from "../core/days.ts"
import { api, dataOf, ofBusiness } from "./client.ts"
import type { SpendGroup } from "./records.ts"

type Key = "day" | "month" | "category" | "budget"

const groupsOf = async (start_date: string, end_date: string, group_by: Key[]) => {
  const query = { start_date, end_date, group_by }
  const report = await dataOf(
    api.GET("/v1/businesses/{client_id}/reports/spend", { params: { path: ofBusiness(), query } }),
  )
  return report.groups
}

/** Amounts spent from the first to the last day, grouped by a key. */
export const spending = (first: string, last: string, key: Key) =>
  queryOptions({
    queryKey: ["transactions", "spending", first, last, key],
    queryFn: () => groupsOf(first, last, [key]),
    staleTime: 60_000,
  })

/**
 * Days per request, so that a report by day and budget stays below the maximum number of groups.
 */
const daysAtOnce = 90

/** Amounts spent from each budget on each day, requested in portions of days. */
export const budgetSpending = (first: string, last: string) =>
  queryOptions({
    queryKey: ["transactions", "spending", first, last, "budgets"],
    queryFn: async () => {
      const groups: Array<SpendGroup> = []
      for (let day = first; day <= last; day = addDays(day, daysAtOnce)) {
        const end = addDays(day, daysAtOnce - 1)
        groups.push(...(await groupsOf(day, end < last ? end : last, ["day", "budget"])))
      }
      return groups
    },
    staleTime: 60_000,
  })
