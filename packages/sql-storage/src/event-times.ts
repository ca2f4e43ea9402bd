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

/** So many events are looked at together: a million takes four looks. */
const eventsPerLook = 32

/**
 * The sequence of the last event of which `isBefore` is true, or 0: it is true of all up to there.
 * Times of events are in the order of their sequences, so no index of times is kept.
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
    // Only of a trail that was damaged there is none.
    if (found.length === 0) return last
    for (const { sequence, created } of found) {
      if (isBefore(created)) last = Math.max(last, sequence)
      else next = Math.min(next, sequence)
    }
  }
  return last
})
