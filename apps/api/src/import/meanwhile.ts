import { Events } from "@outlay/domain"
import { Effect } from "effect"

/** Events after which a business has something that a file may name. */
const types = [
  ...["user.created", "budget.created", "budget_member.created", "budget_member.reinstated"],
  ...["category.created", "accounting_code.created", "accounting_code.restored"],
  ...["custom_field.created", "custom_field_option.created", "custom_field_budget.created"],
] as const

const one = { offset: 0, limit: 1 }

/** The sequence of a business's newest event: sequences have no gaps. */
export const newestSequence = (client_id: number) =>
  Effect.map(
    Events.use((_) => _.list(client_id, {}, one)),
    ({ count }) => count,
  )

/** Whether somebody has made, after that event, what a file may name. */
export const isMadeAfter = (client_id: number, after_sequence: number) =>
  Effect.gen(function* () {
    for (const type of types) {
      const filter = { type, after_sequence }
      const { count } = yield* Events.use((_) => _.list(client_id, filter, one))
      if (count > 0) return true
    }
    return false
  })
