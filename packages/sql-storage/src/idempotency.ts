import { type IdempotencyRecord, IdempotencyStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses } from "./shared/statement.ts"

const reason = "a scope is a digest that names token, method, path and key: of one business alone"

const byScope = acrossBusinesses(
  reason,
  (p: { scope: string; now: string }) =>
    db
      .selectFrom("idempotency_records")
      .selectAll()
      .where("scope", "=", p.scope)
      .where("expires_at", ">", p.now),
  { kinds: { headers: "json" }, decode: (row: IdempotencyRecord) => row },
)

/** An expired record gives way to a new one of its scope. */
const save = acrossBusinesses(reason, (p: IdempotencyRecord) => {
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
    .values({ scope: p.scope, ...row })
    .onConflict((conflict) => conflict.column("scope").doUpdateSet(row))
})

const prune = acrossBusinesses("what has expired is removed for everyone", (p: { now: string }) =>
  db.deleteFrom("idempotency_records").where("expires_at", "<=", p.now),
)

/** The first answers to idempotent requests, in SQL. */
export const idempotencyStore = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    return {
      find: (scope, now) => sql.get(byScope, { scope, now }),
      save: (record) => Effect.asVoid(sql.run(save, record)),
      prune: (now) => sql.transaction(sql.run(prune, { now })),
    }
  }),
)
