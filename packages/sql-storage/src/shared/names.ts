import type { StorageUnavailable } from "@outlay/domain"
import type { TransactionRecord } from "@outlay/domain/fields"
import { type ShownParts, showTransaction } from "@outlay/domain/rules"
import { Effect } from "effect"
import { sql } from "kysely"
import { isIn } from "./dialect.ts"
import { columnsOf, type NamedRows, type NamedTable, namedTables } from "./named-rows.ts"
import type { Reading, Statement } from "./sql.ts"
import { prepared } from "./statement.ts"
import { tables } from "./tables.ts"

interface IdsOfBusiness {
  readonly client_id: number
  readonly ids: ReadonlyArray<string | number>
}

/** Rows by id, with the columns that are shown. */
const statementOf = (table: NamedTable): Statement<IdsOfBusiness, object> =>
  prepared(
    (p: IdsOfBusiness) => sql`
      select ${sql.join(columnsOf(table).map((column) => sql.ref(column)))} from ${sql.table(table)}
      where client_id = ${p.client_id} and ${isIn("id", p.ids)}`,
    { kinds: tables[table].kinds, decode: (row: object) => row },
  )

const statements = namedTables.map((table) => ({ table, statement: statementOf(table) }))

const light = () => 0

/** Reads the rows that were requested and are not cached, with one statement per table. */
const learn = (reading: Reading, named: NamedRows): Effect.Effect<void, StorageUnavailable> => {
  const { client_id } = named
  const missing = statements.filter(({ table }) => named[table].isMissing)
  return Effect.forEach(
    missing,
    ({ table, statement }) => {
      const rows = named[table]
      const ids = rows.takeMissing()
      return Effect.map(reading.all(statement, { client_id, ids }, light), (found) => {
        rows.learn(ids as ReadonlyArray<never>, found as ReadonlyArray<never>)
      })
    },
    { discard: true },
  )
}

/** Line items that are given their names in one turn. */
const itemsPerTurn = 4_000

/** Adds names in many turns of the event loop. */
const slowly = Effect.fnUntraced(function* (
  rows: ReadonlyArray<ShownParts>,
  named: NamedRows,
  pause: Effect.Effect<void>,
) {
  const records: Array<TransactionRecord> = []
  let items = 0
  for (const row of rows) {
    records.push(showTransaction(row, named))
    items += row.line_items.length
    if (items < itemsPerTurn) continue
    items = 0
    yield* pause
  }
  return records
})

const shownBy = (
  reading: Reading,
  rows: ReadonlyArray<ShownParts>,
  named: NamedRows,
): Effect.Effect<ReadonlyArray<TransactionRecord>, StorageUnavailable> => {
  const { pause, cache } = reading
  const all =
    pause === null
      ? Effect.succeed(rows.map((row) => showTransaction(row, named)))
      : slowly(rows, named, pause)
  return Effect.flatMap(all, (records) => {
    if (!named.isMissing) return Effect.succeed(records)
    return Effect.flatMap(learn(reading, named), () => {
      cache.trim()
      return shownBy(reading, rows, named)
    })
  })
}

/**
 * Returns transactions as the interface shows them, with the names of what they mention. They are
 * shown with the cached names. If some are missing, these are read, and the transactions are shown
 * again.
 */
export const shown = (
  reading: Reading,
  client_id: number,
  rows: ReadonlyArray<ShownParts>,
): Effect.Effect<ReadonlyArray<TransactionRecord>, StorageUnavailable> =>
  Effect.suspend(() => shownBy(reading, rows, reading.cache.namedRows(client_id)))
