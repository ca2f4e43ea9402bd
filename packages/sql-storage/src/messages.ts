import { type MessageContext, type MessageKey, MessageStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { change } from "./shared/change.ts"
import { db } from "./shared/database.ts"
import { engineServices } from "./shared/services.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses, prepared } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

const due = acrossBusinesses(
  "one fiber sends the messages of all businesses, the one that has waited longest first",
  (p: { readonly now: string; readonly limit: number }) =>
    db
      .selectFrom("messages")
      .selectAll()
      .where("next_attempt", "<=", p.now)
      .orderBy("next_attempt")
      .orderBy("id")
      .limit(p.limit),
  tables.messages.decode,
)

const byId = prepared(
  (key: MessageKey) =>
    db
      .selectFrom("messages")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .where("id", "=", key.message_id),
  tables.messages.decode,
)

const load = Effect.fnUntraced(function* (key: MessageKey) {
  const sql = yield* Sql
  const context: MessageContext = { message: yield* sql.get(byId, key) }
  return context
})

/** The outbox in SQL. */
export const messageStore = Layer.effect(
  MessageStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const context = yield* engineServices
    return {
      due: (now, limit) => sql.all(due, { now, limit }),
      change: (key, decide) => Effect.provide(change(key.client_id, load(key), decide), context),
    }
  }),
)
