import { Witness } from "@outlay/conformance-tests/storage"
import { EventsAsRecorded } from "@outlay/domain"
import type { Event } from "@outlay/domain/fields"
import { acrossBusinesses, db, entriesIn, Sql, unpackedEvent } from "@outlay/sql-storage"
import { Effect, Layer } from "effect"
import { SqliteStorage } from "../src/index.ts"

const why = "tests look everywhere"

const entries = acrossBusinesses(
  why,
  (key: { readonly client_id: number }) =>
    db
      .selectFrom("ledger_entries")
      .selectAll()
      .where("client_id", "=", key.client_id)
      .orderBy("id"),
  (row: Parameters<typeof entriesIn>[0]) => entriesIn(row),
)

const events = acrossBusinesses(
  why,
  (key: { readonly client_id: number }) =>
    db.selectFrom("events").selectAll().where("client_id", "=", key.client_id).orderBy("sequence"),
  (stored): Event => {
    const {
      data,
      previous,
      actor,
      hidden: _,
      resource: __,
      record: ___,
      ...row
    } = unpackedEvent(stored)
    return {
      ...row,
      data: JSON.parse(data),
      previous: JSON.parse(previous),
      actor: JSON.parse(actor),
    }
  },
)

const witness = Layer.effect(
  Witness,
  Effect.map(Sql, ({ all }) =>
    Witness.of({
      entries: (client_id) =>
        Effect.map(Effect.orDie(all(entries, { client_id })), (rows) => rows.flat()),
      events: (client_id) => Effect.orDie(all(events, { client_id })),
    }),
  ),
)

/** Every port over SQLite, empty, in memory. */
export const sqliteInMemory = witness.pipe(
  Layer.provideMerge(SqliteStorage.layer({ file: ":memory:" })),
  Layer.provideMerge(EventsAsRecorded),
)
