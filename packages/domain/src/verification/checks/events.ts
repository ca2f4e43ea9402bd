import type { WebhookDelivery } from "../../core/records/webhooks.ts"
import type { SealedEvent } from "../../events/seal.ts"
import { type Check, rows } from "../check.ts"
import { periodsOf } from "./periods.ts"

/**
 * Stored data of one sequence number: its events, of which there can be none or two, and their
 * deliveries.
 */
export interface KeptEvent {
  readonly sequence: number
  readonly events: ReadonlyArray<SealedEvent>
  /** Deliveries that refer to this sequence number. */
  readonly deliveries: ReadonlyArray<WebhookDelivery>
}

/** The event of each delivery exists. */
const deliveries: Check<KeptEvent> = rows(
  "webhook_deliveries",
  "there is no such event",
  [],
  (_, wrong) => ({
    take: ({ sequence, events, deliveries }: KeptEvent) => {
      for (const { id, event_id, event_type } of deliveries) {
        if (events.some((event) => event.id === event_id && event.type === event_type)) continue
        const found = `${sequence} ${event_id} ${event_type}`
        wrong({ id, field: "event_id", expected: null, found })
      }
    },
  }),
)

/** Returns the period that an event of a budget starts, as a key; null if it starts none. */
const startOf = ({ type, resource, data, hidden }: SealedEvent): string | null => {
  const beginsOne = type === "budget.created" || type === "budget.period_reset"
  if (!beginsOne || resource !== "budgets") return null
  try {
    const visible: object = JSON.parse(data)
    const all = { ...visible, ...JSON.parse(hidden ?? "{}") }
    return `${all.id} ${all.period_number} ${all.period_start}`
  } catch {
    return null
  }
}

/**
 * An event of its budget reports the start of each period: its creation, or the reset that began
 * the period.
 */
const starts: Check<KeptEvent> = rows(
  "budget_periods",
  "no event reports its start",
  ["budgets", "budget_periods"],
  ({ budgets, budget_periods }, wrong) => {
    const recordedStarts = new Set<string>()
    return {
      take: ({ events }: KeptEvent) => {
        for (const event of events) {
          const start = startOf(event)
          if (start !== null) recordedStarts.add(start)
        }
      },
      end: () => {
        for (const [budget_id, periods] of periodsOf(budget_periods, budgets)) {
          for (const { number, start: found } of periods) {
            const id = `${budget_id} ${number}`
            if (!recordedStarts.has(`${id} ${found}`))
              wrong({ id, field: "start", expected: null, found })
          }
        }
      },
    }
  },
)

/** Checks of events and of rows that refer to them, in the order of their commits. */
export const eventChecks: ReadonlyArray<Check<KeptEvent>> = [starts, deliveries]
