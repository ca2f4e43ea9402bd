import { Effect } from "effect"
import { Budgets } from "../budgets/service.ts"
import { Ids } from "../shared/ids.ts"
import type { RecordTransaction } from "./model.ts"
import type { RecordCommand } from "./record.ts"

/** What every use case on transactions does before it asks its rule. */
export const preparing = Effect.gen(function* () {
  const budgets = yield* Budgets
  const ids = yield* Ids

  /** Brings the budgets into their current period, each once; null and undefined are none. */
  const catchUp = (client_id: number, budget_ids: Iterable<string | null | undefined>) =>
    Effect.forEach(
      new Set(budget_ids),
      (budget_id) =>
        typeof budget_id === "string" ? budgets.catchUp({ client_id, budget_id }) : Effect.void,
      { discard: true },
    )

  const uuids = Effect.fnUntraced(function* (length: number) {
    const made: Array<string> = []
    while (made.length < length) made.push(yield* ids.uuid)
    return made
  })

  const commandOf = Effect.fnUntraced(function* (row: RecordTransaction, now: string) {
    const id = yield* ids.uuid
    const line_item_ids = yield* uuids(row.line_items?.length ?? 0)
    return { ...row, id, line_item_ids, now } satisfies RecordCommand
  })

  return { catchUp, catchUpAll: budgets.catchUpAll, uuids, commandOf }
})
