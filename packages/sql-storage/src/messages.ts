import { type MessageLane, MessageStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { db } from "./shared/database.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses } from "./shared/statement.ts"
import { tables } from "./shared/tables.ts"

const dueIn = (lane: MessageLane) =>
  acrossBusinesses(
    "one fiber sends the messages of all businesses, the one that has waited longest first",
    (p: { readonly now: string; readonly limit: number }) =>
      db
        .selectFrom("messages")
        .selectAll()
        .where("sign_in", lane === "sign-in" ? "is not" : "is", null)
        .where("next_attempt", "<=", p.now)
        .orderBy("next_attempt")
        .orderBy("id")
        .limit(p.limit),
    tables.messages.rows,
  )

const due: { readonly [lane in MessageLane]: ReturnType<typeof dueIn> } = {
  "sign-in": dueIn("sign-in"),
  others: dueIn("others"),
}

/** The outbox in SQL. */
export const messageStore = Layer.effect(
  MessageStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    return {
      due: (lane, now, limit) => sql.all(due[lane], { now, limit }),
    }
  }),
)
