import type { Event } from "../core/events.ts"
import type { PeriodPlace } from "../core/records/budget-periods.ts"

/** What some events tell of, by the records that they are about: each once. */
export interface Happenings {
  /** Topups that began to wait for a decision. */
  readonly requested: ReadonlyArray<string>
  /** Topups that waited, and were decided by another than the requester. */
  readonly decided: ReadonlyArray<string>
  /** Budgets whose funds may be used to another extent than before. */
  readonly charged: ReadonlyArray<string>
  /** Periods that ended. */
  readonly closed: ReadonlyArray<PeriodPlace>
}

/** What is read of an event: the interface shows it so, whatever else it shows. */
interface Told {
  readonly id?: string
  readonly status?: string
  readonly budget?: { readonly id: string } | null
  readonly requested_by?: { readonly id: number } | null
  readonly current_period_end?: string | null
}

const isDecided = ({ actor, data, previous }: Event): boolean =>
  (previous as Told | null)?.status === "PENDING" &&
  (actor.user_id === null || actor.user_id !== (data as Told).requested_by?.id)

/** What events tell of that happened at this instant or later. */
export const happeningsIn = (events: ReadonlyArray<Event>, since: string): Happenings => {
  const requested = new Set<string>()
  const decided = new Set<string>()
  const charged = new Set<string>()
  const closed: Array<PeriodPlace> = []
  for (const event of events) {
    if (event.created < since) continue
    const data = event.data as Told
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
        const end = (event.previous as Told | null)?.current_period_end
        if (typeof end === "string") closed.push({ budget_id: id, at: end })
        break
      }
      default:
        if (event.type.startsWith("transaction.") && budget) charged.add(budget.id)
    }
  }
  return { requested: [...requested], decided: [...decided], charged: [...charged], closed }
}
