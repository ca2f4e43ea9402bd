import type { Page, PageRequest } from "@outlay/domain"
import { Effect } from "effect"
import { Sql, type Statement } from "./sql.ts"

/** The two statements of a list: the number of matching records, and the records of a page. */
export interface List<P, A> {
  readonly count: Statement<P, { readonly count: number }>
  readonly rows: Statement<P & PageRequest, A>
}

/** Returns a page of a list; past the end, the records are only counted. */
export const pageOf = Effect.fnUntraced(function* <P extends object, A>(
  { count, rows }: List<P, A>,
  params: P,
  page: PageRequest,
) {
  const sql = yield* Sql
  const total = (yield* sql.get(count, params))?.count ?? 0
  const results = total > page.offset ? yield* sql.all(rows, { ...params, ...page }) : []
  const found: Page<A> = { count: total, results }
  return found
})
