import { Events } from "@outlay/domain"
import { Effect } from "effect"

/** Types of events that add something that a file may name. */
const types = [
  ...["user.created", "budget.created", "budget_member.created", "budget_member.reinstated"],
  ...["category.created", "accounting_code.created", "accounting_code.restored"],
  ...["custom_field.created", "custom_field_option.created", "custom_field_budget.created"],
] as const

const one = { offset: 0, limit: 1 }

/** Returns the sequence of the newest event of a business. Sequences have no gaps. */
export const newestSequence = (client_id: number) =>
  Effect.map(
    Events.use((_) => _.list(client_id, {}, one)),
    ({ count }) => count,
  )

/** True if something that a file may name was created after that event. */
export const isMadeAfter = (client_id: number, after_sequence: number) =>
  Effect.gen(function* () {
    for (const type of types) {
      const filter = { type, after_sequence }
      const { count } = yield* Events.use((_) => _.list(client_id, filter, one))
      if (count > 0) return true
    }
    return false
  })
