import { Effect } from "effect"
import { Budgets } from "../budgets/service.ts"
import { Ids } from "../core/ids.ts"
import type { RecordTransaction } from "../core/records/transactions.ts"
import type { RecordCommand } from "./rules/record.ts"

/** Steps that the commands about transactions share. */
export const commands = Effect.gen(function* () {
  const budgets = yield* Budgets
  const { uuids } = yield* Ids

  /** Brings each of the budgets into its current period, once. Ignores null and undefined. */
  const catchUp = (client_id: number, budget_ids: Iterable<string | null | undefined>) =>
    Effect.forEach(
      new Set(budget_ids),
      (budget_id) =>
        typeof budget_id === "string" ? budgets.catchUp({ client_id, budget_id }) : Effect.void,
      { discard: true },
    )

  /**
   * Converts rows to commands with new ids for their transactions and line items. All ids are
   * created together.
   */
  const commandsOf = (rows: ReadonlyArray<RecordTransaction>, now: string) => {
    const lengths = rows.map(({ line_items }) => 1 + (line_items?.length ?? 0))
    const total = lengths.reduce((sum, length) => sum + length, 0)
    return Effect.map(uuids(total), (made) => {
      let end = 0
      return rows.map((row, n): RecordCommand => {
        const start = end
        end += lengths[n] as number
        return { ...row, id: made[start] as string, line_item_ids: made.slice(start + 1, end), now }
      })
    })
  }

  return { catchUp, catchUpAll: budgets.catchUpAll, uuids, commandsOf }
})
