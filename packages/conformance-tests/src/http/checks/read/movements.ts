import { business, transaction } from "../../../interface/world/scenarios.ts"
import type { BusinessSpec, TransactionType } from "../../../interface/world/spec.ts"
import type { Business, Json, Trial } from "../../check.ts"
import { need } from "../steps.ts"
import { daysBefore } from "./money.ts"

/**
 * Movements with the number of days ago and the time of the UTC day. All cleared at once, in the
 * business's currency. Some are on another day in local time.
 */
const moved: ReadonlyArray<
  readonly [daysAgo: number, time: string, type: TransactionType, amount: string]
> = [
  [9, "23:30:00.000", "DEPOSIT_DIRECT_CREDIT", "1000.10"],
  [7, "00:00:00.000", "CARD_TRANSACTION", "-200.35"],
  [7, "12:00:00.000", "CARD_TRANSACTION", "-0.10"],
  [7, "23:59:59.999", "CARD_TRANSACTION", "-0.20"],
  [6, "14:00:00.000", "CREDIT", "3.33"],
  [4, "00:30:00.000", "BILL", "-99.99"],
  [3, "23:59:59.999", "DEPOSIT_DIRECT_CREDIT", "0.01"],
]

/** It ends on a day with a movement and begins on one without. */
export const period = (now: number) => ({ start: daysBefore(now, 10), end: daysBefore(now, 3) })

/** Created again for each check, because it depends on the current day. */
export const movedSpec = (now: number): BusinessSpec =>
  business(
    "moved",
    ...moved.map(([daysAgo, time, transaction_type, amount], index) => {
      const at = `${daysBefore(now, daysAgo)}T${time}Z`
      const dates = { auth_date: at, cleared_date: at }
      return transaction(`moved-${index}`, { ...dates, transaction_type, amount, user: "admin" })
    }),
  )

export interface StatementRequest {
  readonly start: string
  readonly end: string
  readonly currency?: string
  readonly paging?: ReadonlyArray<readonly [string, number]>
}

/** Requests a statement with the parameters of the settlement: the document shows none. */
export const statementOf = async (
  trial: Trial,
  of: Business,
  { start, end, currency, paging = [] }: StatementRequest,
): Promise<Json> => {
  const response = await of.call("statements.get", {
    query: [
      ["start_date", start],
      ["end_date", end],
      ...(currency === undefined ? [] : ([["currency", currency]] as const)),
      ...paging,
    ],
  })
  if (response.status === 400 || response.status === 422) {
    trial.untestable("the target selects a period by other parameters than start_date and end_date")
  }
  const { body } = need(trial, response, "a statement")
  if (!Array.isArray(body?.daily_balances)) trial.blocked("a statement without daily_balances")
  return body
}
