import { Effect } from "effect"
import { ofIds } from "./rows-by-id.ts"
import { Sql } from "./sql.ts"

const present = <A>(values: ReadonlyArray<A | null>): ReadonlyArray<A> => [
  ...new Set(values.filter((value) => value !== null)),
]

/** The users of these ids; null and what there is not are left out. */
export const usersOf = Effect.fnUntraced(function* (
  client_id: number,
  ids: ReadonlyArray<number | null>,
) {
  const idsInUse = present(ids)
  if (idsInUse.length === 0) return []
  const sql = yield* Sql
  return yield* sql.all(ofIds.users, { client_id, ids: idsInUse })
})
