import { type IdempotencyKey, type IdempotencyRecord, IdempotencyStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses, prepared } from "./shared/statement.ts"

const byKey = prepared(
  (p: IdempotencyKey & { now: string }) =>
    db
      .selectFrom("idempotency_records")
      .selectAll()
      .where("client_id", "=", p.client_id)
      .where("scope", "=", p.scope)
      .where("expires_at", ">", p.now),
  { kinds: { headers: "json" }, decode: (row: IdempotencyRecord) => row },
)

/**
 * Replaces an expired record of the same key. If another transaction is about to commit a record of
 * this key, the statement waits for it.
 */
const save = prepared((p: IdempotencyRecord) => {
  const row = {
    fingerprint: p.fingerprint,
    status: p.status,
    headers: p.headers,
    body: p.body,
    created: p.created,
    expires_at: p.expires_at,
  }
  return db
    .insertInto("idempotency_records")
    .values({ client_id: p.client_id, scope: p.scope, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "scope"])
        .doUpdateSet(row)
        .where("idempotency_records.expires_at", "<=", p.created),
    )
})

const prune = acrossBusinesses(
  "expired records of all businesses are removed",
  (p: { now: string }) => db.deleteFrom("idempotency_records").where("expires_at", "<=", p.now),
)

/** First responses to idempotent requests, in SQL. */
export const idempotencyStore = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    return {
      find: (key, now) => sql.get(byKey, { ...key, now }),
      save: (record) => Effect.map(sql.run(save, record), (count) => count === 1),
      prune: (now) => sql.transaction(sql.run(prune, { now })),
    }
  }),
)
