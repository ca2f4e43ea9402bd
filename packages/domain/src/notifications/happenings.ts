import type { Event } from "../core/events.ts"
import type { PeriodPlace } from "../core/records/budget-periods.ts"

/** Records that some events are about; topups and budgets without duplicates. */
export interface Happenings {
  /** Topups that became pending. */
  readonly requested: ReadonlyArray<string>
  /** Topups that were pending and were decided by someone other than the requester. */
  readonly decided: ReadonlyArray<string>
  /** Budgets whose spending may have changed. */
  readonly charged: ReadonlyArray<string>
  /** Periods that ended. */
  readonly closed: ReadonlyArray<PeriodPlace>
}

/** Fields that are read from an event's record. They are part of the API, so they do not change. */
interface TopupData {
  readonly id?: string
  readonly status?: string
  readonly budget?: { readonly id: string } | null
  readonly requested_by?: { readonly id: number } | null
  readonly current_period_end?: string | null
}

const isDecided = ({ actor, data, previous }: Event): boolean =>
  (previous as TopupData | null)?.status === "PENDING" &&
  (actor.user_id === null || actor.user_id !== (data as TopupData).requested_by?.id)

/** Returns the records of events at or after `since`. */
export const happeningsIn = (events: ReadonlyArray<Event>, since: string): Happenings => {
  const requested = new Set<string>()
  const decided = new Set<string>()
  const charged = new Set<string>()
  const closed: Array<PeriodPlace> = []
  for (const event of events) {
    if (event.created < since) continue
    const data = event.data as TopupData
    const { id = "", budget } = data
    switch (event.type) {
      case "topup.created":
        if (data.status === "PENDING") requested.add(id)
        break
      case "topup.approved":
      case "topup.declined":
      case "topup.cancelled":
        if (isDecided(event)) decided.add(id)
        break
      case "budget.period_reset": {
        const end = (event.previous as TopupData | null)?.current_period_end
        if (typeof end === "string") closed.push({ budget_id: id, at: end })
        break
      }
      default:
        if (event.type.startsWith("transaction.") && budget) charged.add(budget.id)
    }
  }
  return { requested: [...requested], decided: [...decided], charged: [...charged], closed }
}
