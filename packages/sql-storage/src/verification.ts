import { type EventResource, eventResources, keys, type Records } from "@outlay/domain/fields"
import { type SealedEvent, Sha256, VerificationStore } from "@outlay/domain/ports"
import {
  type EntryAndBalance,
  type RecordEvent,
  type RunningTotals,
  replayedResources,
  runningTotals,
  type WholeTables,
  wholeRecords,
} from "@outlay/domain/rules"
import { Effect, Layer, Stream } from "effect"
import { type RawBuilder, sql as raw } from "kysely"
import { db } from "./shared/database.ts"
import { inBytes, keptOrder } from "./shared/dialect.ts"
import { type EntryRow, entriesIn } from "./shared/entry-rows.ts"
import { type EventRow, unpackedEvent } from "./shared/event-rows.ts"
import { Sql, type Statement } from "./shared/sql.ts"
import { prepared } from "./shared/statement.ts"
import type { Table } from "./shared/table.ts"
import { tables } from "./shared/tables.ts"

interface Of {
  readonly client_id: number
}

/** Selects every row of a table of a business, in the order of its key. */
const every = <T extends keyof typeof tables>(name: T) => {
  const { rows } = tables[name] as Table<Records[T]>
  const order = keys[name].map((column) => raw`, ${raw.ref(column)}`)
  return prepared(
    (p: Of) => raw`
      select * from ${raw.table(name)} where client_id = ${p.client_id}
      order by client_id${raw.join(order, raw``)}`,
    // Another check finds invalid JSON.
    { ...rows, isLenient: true },
  )
}

/** Returns true if the ids of a table are numbers instead of texts. */
const hasNumericKey = (resource: EventResource): boolean =>
  keys[resource].some((column) => tables[resource].kinds[column] === "integer")

/** Selects every record of a resource, sorted by its key as text, with the computed columns. */
const recordsOf = <R extends EventResource>(resource: R): Statement<Of, Records[R]> => {
  const { rows, computed } = tables[resource] as Table<Records[R]>
  const columns = keys[resource].map((column) => raw.ref(column))
  const key = hasNumericKey(resource)
    ? inBytes(raw`cast(${raw.join(columns, raw` || ' ' || `)} as text)`)
    : raw.join(columns.length === 0 ? [raw.ref("client_id")] : columns)
  return prepared(
    (p: Of) => raw`
      select * from ${raw.table(resource)} where client_id = ${p.client_id} order by ${key}`,
    {
      kinds: rows.kinds,
      decode: (row: Record<string, unknown>) => {
        if (computed.length === 0) return rows.decode(row)
        const values = Object.fromEntries(computed.map((column) => [column, row[column]]))
        return { ...rows.decode(row), ...values }
      },
      isLenient: true,
    },
  )
}

const placeOfEvent = (): RawBuilder<unknown> => {
  const cases = replayedResources.map(
    (resource, n) => raw`when ${raw.lit(resource)} then ${raw.lit(n)}`,
  )
  return raw`case resource ${raw.join(cases, raw` `)} else -1 end`
}

/**
 * Sorts only keys instead of whole events: the limit, which excludes nothing, makes SQLite sort the
 * events before it looks them up.
 */
const history = prepared(
  (p: Of) => raw`
    select e.record, e.sequence, e.id, e.type, e.resource, e.created, e.data, e.previous,
      e.hidden
    from (
      select ${placeOfEvent()} as place, record, sequence
      from events where client_id = ${p.client_id}
      order by 1, 2, 3 limit 9223372036854775807
    ) as sorted
    cross join events as e
    where e.client_id = ${p.client_id} and e.sequence = sorted.sequence
    ${keptOrder(raw`sorted.place, sorted.record, sorted.sequence`)}`,
  (row) => unpackedEvent(row as RecordEvent),
)

/** Selects every row of a table of running totals. */
const totals = <T extends keyof RunningTotals & string>(name: T): Statement<Of, RunningTotals[T]> =>
  prepared(
    (p: Of) => raw`select * from ${raw.table(name)} where client_id = ${p.client_id}`,
    (row) => row as RunningTotals[T],
  )

const whole = Object.fromEntries<Statement<Of, unknown>>([
  ...wholeRecords.map((name) => [name, every(name)] as const),
  ...runningTotals.map((name) => [name, totals(name)] as const),
]) as { readonly [T in keyof WholeTables]: Statement<Of, WholeTables[T]> }

const records = Object.fromEntries(
  eventResources.map((resource) => [resource, recordsOf(resource)]),
) as unknown as { readonly [R in EventResource]: Statement<Of, Records[R]> }

/** A row may have several entries: see `entriesIn`. */
const entriesCounted = raw<number>`count(*) + count("budget_id") + count("budget_member_id")`

const streams = {
  history,
  movements: every("movements"),
  entries: prepared(
    (p: Of) =>
      db
        .selectFrom("ledger_entries")
        .selectAll()
        .where("client_id", "=", p.client_id)
        .orderBy("id"),
    (row) => entriesIn(row as EntryRow),
  ),
  entriesOfTransactions: prepared(
    (p: Of) => raw`
      select * from (
        select client_id, id, debit_account, credit_account, currency, amount, date, resource,
          resource_id, period, budget_id, budget_member_id, created,
          sum(case 'wallet' when debit_account then amount when credit_account then -amount
            else 0 end)
          over (partition by currency order by id rows unbounded preceding) as balance
        from ledger_entries where client_id = ${p.client_id}
      ) as e
      where resource = 'transactions' order by resource_id, id`,
    (row) => entriesIn(row as EntryRow & EntryAndBalance),
  ),
  entriesOfTopups: prepared(
    (p: Of) =>
      db
        .selectFrom("ledger_entries")
        .selectAll()
        .where("client_id", "=", p.client_id)
        .where("resource", "=", "topups")
        .orderBy("resource_id")
        .orderBy("id"),
    (row) => entriesIn(row as EntryRow),
  ),
  events: prepared(
    (p: Of) =>
      db.selectFrom("events").selectAll().where("client_id", "=", p.client_id).orderBy("sequence"),
    (row): SealedEvent => {
      const { record: _, ...event } = unpackedEvent(row as EventRow)
      return event
    },
  ),
  deliveries: prepared(
    (p: Of) =>
      db
        .selectFrom("webhook_deliveries")
        .selectAll()
        .where("client_id", "=", p.client_id)
        .orderBy("event_sequence")
        .orderBy("id"),
    tables.webhook_deliveries.rows,
  ),
  timesOfEntries: prepared(
    (p: Of) =>
      db
        .selectFrom("ledger_entries")
        .select((_) => ["created", _.fn.min("id").as("id"), entriesCounted.as("count")])
        .where("client_id", "=", p.client_id)
        .groupBy("created")
        .orderBy("created"),
    (row) => row as { readonly created: string; readonly id: number; readonly count: number },
  ),
  timesOfEvents: prepared((p: Of) =>
    db
      .selectFrom("events")
      .select("created")
      .distinct()
      .where("client_id", "=", p.client_id)
      .orderBy("created"),
  ),
}

/** Statements of verification, for the tests of query plans. */
export const verificationStatements: ReadonlyArray<Statement<Of, unknown>> = [
  ...Object.values(whole),
  ...Object.values(records),
  ...Object.values(streams),
]

/** All data of a business, in SQL. */
export const verificationStore = Layer.effect(
  VerificationStore,
  Effect.gen(function* () {
    const sql = yield* Sql
    const sha256 = yield* Sha256
    const streamed =
      <A>(statement: Statement<Of, A>) =>
      (client_id: number) =>
        sql.stream(statement, { client_id })
    const flattened =
      <A>(statement: Statement<Of, ReadonlyArray<A>>) =>
      (client_id: number) =>
        Stream.flattenIterable(sql.stream(statement, { client_id }))
    return {
      sha256,
      all: (client_id, table) => sql.all(whole[table], { client_id }),
      entries: flattened(streams.entries),
      entriesOfTransactions: flattened(streams.entriesOfTransactions),
      entriesOfTopups: flattened(streams.entriesOfTopups),
      movements: streamed(streams.movements),
      events: streamed(streams.events),
      history: streamed(streams.history),
      deliveries: streamed(streams.deliveries),
      timesOfEntries: streamed(streams.timesOfEntries),
      timesOfEvents: streamed(streams.timesOfEvents),
      records: (client_id, resource) => sql.stream(records[resource], { client_id }),
    }
  }),
)
