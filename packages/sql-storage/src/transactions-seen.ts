import type { Page, PageRequest, Sight, TransactionFilter, TransactionRecord } from "@outlay/domain"
import { Effect } from "effect"
import { type RawBuilder, sql as raw } from "kysely"
import { assistedBy, ownedBy } from "./rights.ts"
import { inList } from "./shared/fragments.ts"
import { prepared, variants } from "./shared/prepared.ts"
import type { Sql } from "./shared/sql.ts"
import {
  conditions,
  countOf,
  matching,
  type Params,
  paramsOf,
  type Shape,
  shapeOf,
  shown,
  toRecord,
  walking,
} from "./transactions-shown.ts"

/** A filter with those whose transactions are seen, and the budgets whose are. */
interface Seen extends Params {
  readonly spenders: ReadonlyArray<number>
  readonly budgets: ReadonlyArray<string>
  /** Of each spender and each budget so many at most are looked at: the end of the page. */
  readonly most: number
}

/**
 * The newest of each spender and of each budget, each found by an index that has them in order: all
 * of a page are among them, however many there are in all.
 */
const newest = (p: Seen, shape: Shape, list: RawBuilder<unknown>, of: "user_id" | "budget_id") =>
  raw`
    select s.auth_date, s.id from ${list} as v
    cross join transactions as s on s.client_id = ${p.client_id} and s.id in (
      select t.id from transactions as t
      where ${raw.ref(`t.${of}`)} = v.value and ${matching(shape, p, conditions)}
      order by t.auth_date desc, t.id limit ${p.most}
    )`

/**
 * The transactions that a filter lists and a user may see: their own, those whom they assist, and
 * those charged to the budgets that they own.
 */
const lists = variants((shape: Shape) => ({
  // Those of a spender that are charged to such a budget are counted with both, and taken off once.
  count: prepared(
    (p: Seen) => raw<{ readonly count: number }>`
      select (
        select count(*) from transactions as t
        where ${matching(shape, p, conditions)} and t.user_id in ${inList(p.spenders)}
      ) + (
        select count(*) from transactions as t
        where ${matching(shape, p, conditions)} and t.budget_id in ${inList(p.budgets)}
      ) - (
        select count(*) from transactions as t
        where ${matching(shape, p, conditions)} and t.user_id in ${inList(p.spenders)}
        and +t.budget_id in ${inList(p.budgets)}
      ) as count`,
  ),
  rows: prepared(
    (p: Seen & PageRequest) =>
      shown()
        .where("t.client_id", "=", p.client_id)
        .where(
          raw<boolean>`t.id in (
            select id from (
              ${newest(p, shape, raw`json_each(${p.spenders})`, "user_id")}
              union
              ${newest(p, shape, raw`json_each(${p.budgets})`, "budget_id")}
            ) order by auth_date desc, id limit ${p.limit} offset ${p.offset}
          )`,
        )
        .orderBy(raw`+t.auth_date`, "desc")
        .orderBy("t.id"),
    toRecord,
  ),
  /** The same rows where many are seen: found among all, from the newest on. */
  walk: prepared(
    (p: Seen & PageRequest) =>
      shown()
        .where(matching(shape, p, walking))
        .where(
          raw<boolean>`(
            +t.user_id in ${inList(p.spenders)} or +t.budget_id in ${inList(p.budgets)}
          )`,
        )
        .orderBy("t.auth_date", "desc")
        .orderBy("t.id")
        .limit(p.limit)
        .offset(p.offset),
    toRecord,
  ),
}))

const everything: Shape = { parts: [], rarities: [] }

/**
 * Whether fewer rows are looked at from the newest on, of which one in so many is seen, than where
 * each spender and each budget brings a page of its own.
 */
const isDense = (all: number, seen: number, lists: number, end: number): boolean =>
  (end * all) / seen < Math.min(seen, lists * end)

/** A page of what a filter lists and a user may see, the newest first. */
export const pageOfSeenTransactions = Effect.fnUntraced(function* (
  sql: Sql["Service"],
  client_id: number,
  filter: TransactionFilter,
  page: PageRequest,
  { user_id }: Sight,
) {
  const who = { client_id, user_id }
  const params = {
    ...paramsOf(client_id, filter),
    spenders: [user_id, ...(yield* sql.all(assistedBy, who))],
    budgets: yield* sql.all(ownedBy, who),
    most: page.offset + page.limit,
  }
  const { count, rows, walk } = lists(shapeOf(filter))
  const total = (yield* sql.get(count, params))?.count ?? 0
  if (total <= page.offset) return { count: total, results: [] }
  const all = (yield* sql.get(countOf(everything), params))?.count ?? 0
  const each = params.spenders.length + params.budgets.length
  const found = isDense(all, total, each, params.most) ? walk : rows
  const answer: Page<TransactionRecord> = {
    count: total,
    results: yield* sql.all(found, { ...params, ...page }),
  }
  return answer
})
