import { NotificationStore } from "@outlay/domain/ports"
import { Effect, Layer } from "effect"
import { lastEventWhere } from "./event-times.ts"
import { nextEvents } from "./events.ts"
import { db } from "./shared/database.ts"
import { Sql } from "./shared/sql.ts"
import { acrossBusinesses } from "./shared/statement.ts"

interface Due {
  readonly now: string
  readonly week: string
  readonly after: number
  readonly limit: number
}

const due = acrossBusinesses("the service notifies the people of every business", (p: Due) =>
  db
    .selectFrom("businesses as b")
    .leftJoin("notification_progress as p", "p.client_id", "b.client_id")
    .select("b.client_id")
    .where("b.client_id", ">", p.after)
    .where((is) =>
      is.or([
        is("p.client_id", "is", null),
        is.and([
          is("p.next_pass", "<=", p.now),
          is.or([
            is("p.digest_week", "<", p.week),
            is("p.digest_user", "is not", null),
            is.exists(
              is
                .selectFrom("events as e")
                .select("e.sequence")
                .whereRef("e.client_id", "=", "b.client_id")
                .whereRef("e.sequence", ">", "p.sequence"),
            ),
          ]),
        ]),
      ]),
    )
    .orderBy("b.client_id")
    .limit(p.limit),
)

/** Businesses with pending notifications, and their events, in SQL. */
export const notificationStore = Layer.effect(
  NotificationStore,
  Effect.map(Sql, (sql) => ({
    due: (request) =>
      Effect.map(sql.all(due, request), (rows) => rows.map(({ client_id }) => client_id)),
    events: (client_id, after, limit) => sql.all(nextEvents, { client_id, after, limit }),
    lastBefore: (client_id, instant) =>
      lastEventWhere(sql, client_id, (created) => created < instant),
  })),
)
