import type { Candidate, Place } from "@outlay/domain/fields"
import { ReassessmentStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { type RawBuilder, sql as raw } from "kysely"
import { db } from "./shared/database.ts"
import { bytesOf, sumOf } from "./shared/dialect.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses, prepared } from "./shared/statement.ts"

interface OfBusiness {
  readonly client_id: number
}

const due = acrossBusinesses(
  "the service reassesses the expenses of every business",
  (p: { readonly after: number; readonly limit: number }) =>
    db
      .selectFrom("reassessments")
      .select("client_id")
      .where("client_id", ">", p.after)
      .orderBy("client_id")
      .limit(p.limit),
)

/** The domain's `couldBeComplete` in SQL. Line items are only read if there is a receipt. */
const could: RawBuilder<boolean> = raw`(
  t.receipt_urls <> '[]' and ${sumOf("t.line_items", "amount")} = abs(t.amount)
)`

const size: RawBuilder<number> = raw`case when t.receipt_urls = '[]' then 0 else
  ${bytesOf("t.receipt_urls")} + ${bytesOf("t.attendees")} + ${bytesOf("t.custom_fields")}
    + ${bytesOf("t.line_items")} + 500
end`

type Next = OfBusiness & Place & { readonly limit: number }

const candidates = (p: OfBusiness & { readonly limit: number }) =>
  db
    .selectFrom("transactions as t")
    .select(["t.id", "t.auth_date", could.as("could_be_complete"), size.as("size")])
    .where("t.client_id", "=", p.client_id)
    .where("t.expense_status", "=", "INCOMPLETE_EXPENSE")
    .limit(p.limit)

const rows = { kinds: { could_be_complete: "boolean" }, decode: (row: Candidate) => row }

/** Transactions of the same instant, after an id. */
const sameInstant = prepared(
  (p: Next) =>
    candidates(p).where("t.auth_date", "=", p.auth_date).where("t.id", ">", p.id).orderBy("t.id"),
  rows,
)

const older = prepared(
  (p: Omit<Next, "id">) =>
    candidates(p)
      .where("t.auth_date", "<", p.auth_date)
      .orderBy("t.auth_date", "desc")
      .orderBy("t.id"),
  rows,
)

/** Later than every transaction. */
const beginning = "\u{10ffff}"

/** Unfinished reassessments, in SQL. */
export const reassessmentStore = Layer.effect(
  ReassessmentStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    return {
      due: (after, limit) =>
        Effect.map(sql.all(due, { after, limit }), (rows) => rows.map((_) => _.client_id)),
      incomplete: Effect.fnUntraced(function* (client_id, after, limit) {
        if (after === null) {
          return yield* sql.all(older, { client_id, auth_date: beginning, limit })
        }
        const same = yield* sql.all(sameInstant, { client_id, ...after, limit })
        const rowsLeft = limit - same.length
        if (rowsLeft === 0) return same
        const { auth_date } = after
        return [...same, ...(yield* sql.all(older, { client_id, auth_date, limit: rowsLeft }))]
      }),
    }
  }),
)
