import type { BudgetMember, Topup, UserKey } from "@outlay/domain"
import { Effect } from "effect"
import { db } from "./shared/database.ts"
import { inList } from "./shared/fragments.ts"
import { Sql } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

/** Those of budgets and of their members, by `created`. */
export const pendingTopups = prepared(
  (p: { client_id: number; budget_ids: ReadonlyArray<string> }) =>
    db
      .selectFrom("topups")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("budget_id", "in", inList(p.budget_ids))
      .where("status", "=", "PENDING")
      .orderBy("created")
      .orderBy("id"),
  tables.topups.decode,
)

/**
 * Those that would top these members up: few budgets have any, so that the rest is seen in rows.
 */
export const pendingOfMembers = Effect.fnUntraced(function* (
  client_id: number,
  members: ReadonlyArray<BudgetMember>,
) {
  if (members.length === 0) return []
  const sql = yield* Sql
  const budget_ids = [...new Set(members.map((_) => _.budget_id))]
  const topups = yield* sql.all(pendingTopups, { client_id, budget_ids })
  const ids = new Set<number | null>(members.map((_) => _.id))
  return topups.filter((_) => ids.has(_.budget_member_id))
})

const requested = prepared(
  (p: UserKey & { readonly limit: number }) =>
    db
      .selectFrom("topups")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("requested_by", "=", p.user_id)
      .where("status", "=", "PENDING")
      .orderBy("created")
      .orderBy("id")
      .limit(p.limit),
  tables.topups.decode,
)

/**
 * The first that a user requested, and those that would top these members up, each once; and
 * whether the user requested more.
 */
export const pendingOfUser = Effect.fnUntraced(function* (
  key: UserKey,
  members: ReadonlyArray<BudgetMember>,
  most: number,
) {
  const sql = yield* Sql
  const ofUser = yield* sql.all(requested, { ...key, limit: most + 1 })
  const first = ofUser.slice(0, most)
  const known = new Set(first.map((_) => _.id))
  const ofMembers = yield* pendingOfMembers(key.client_id, members)
  const others = ofMembers.filter((_) => !known.has(_.id))
  const pending_topups = [...first, ...others].toSorted(byCreated)
  return { pending_topups, more: ofUser.length > most }
})

const byCreated = (a: Topup, b: Topup): number => {
  const [first, second] = [a, b].map(({ created, id }) => `${created} ${id}`) as [string, string]
  return first < second ? -1 : 1
}
