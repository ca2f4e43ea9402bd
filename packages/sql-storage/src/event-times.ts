import { Effect } from "effect"
import { db } from "./shared/database.ts"
import { isIn } from "./shared/dialect.ts"
import { newest } from "./shared/newest.ts"
import type { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"

interface Some {
  readonly client_id: number
  readonly sequences: ReadonlyArray<number>
}

const timesOf = prepared((p: Some) =>
  db
    .selectFrom("events")
    .select(["sequence", "created"])
    .where("client_id", "=", p.client_id)
    .where(isIn("sequence", p.sequences)),
)

/** Events read per query: finding a time among a million events takes four queries. */
const eventsPerLook = 32

/**
 * Returns the sequence of the last event for which `isBefore` is true, or 0 if there is none.
 * `isBefore` must be true for all earlier events. Times rise with sequences, so no index of times
 * is needed.
 */
export const lastEventWhere = Effect.fnUntraced(function* (
  sql: Pick<Sql["Service"], "all" | "get">,
  client_id: number,
  isBefore: (created: string) => boolean,
) {
  const head = yield* sql.get(newest, { client_id })
  if (head === null) return 0
  if (isBefore(head.created)) return head.sequence
  let last = 0
  let next = head.sequence
  while (next - last > 1) {
    const step = Math.ceil((next - last) / eventsPerLook)
    const count = Math.ceil((next - last) / step) - 1
    const sequences = Array.from({ length: count }, (_, n) => last + (n + 1) * step)
    const found = yield* sql.all(timesOf, { client_id, sequences })
    // Only a damaged trail has none of these events.
    if (found.length === 0) return last
    for (const { sequence, created } of found) {
      if (isBefore(created)) last = Math.max(last, sequence)
      else next = Math.min(next, sequence)
    }
  }
  return last
})
