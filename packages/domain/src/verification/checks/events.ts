import type { WebhookDelivery } from "../../core/records/webhooks.ts"
import type { SealedEvent } from "../../events/seal.ts"
import { type Check, rows } from "../check.ts"
import { periodsOf } from "./periods.ts"

/** What is kept of one place in the sequence of events: the event may be gone, or there twice. */
export interface KeptEvent {
  readonly sequence: number
  readonly events: ReadonlyArray<SealedEvent>
  /** The deliveries that say that they are of it. */
  readonly deliveries: ReadonlyArray<WebhookDelivery>
}

/** A delivery is of the event that it names. */
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

/** What an event of a budget says of the beginning of a period, or null where it says nothing. */
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

/** A period begins when an event of its budget says so: its birth, or the reset that began it. */
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

/** What must hold of events and of what refers to them, in the order of their commits. */
export const eventChecks: ReadonlyArray<Check<KeptEvent>> = [starts, deliveries]
