import { createHash } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"
import {
  type Fill,
  type Migration,
  moveTable,
  postgresMigrations,
  unfinished,
} from "@outlay/sql-storage"
import { Effect } from "effect"
import pg from "pg"
import type { Connection } from "./connection.ts"
import { divideFurther } from "./distribute.ts"
import type { DatabaseRefused } from "./errors.ts"
import { type PostgresOptions, type Settings, settingsOf } from "./options.ts"
import { connected, refuse } from "./patient-connection.ts"

/** A migration that was applied to a database, and its time. */
export interface Step {
  readonly id: number
  readonly name: string
  readonly applied: string
}

interface Applied extends Step {
  readonly checksum: string
}

/** Processes that start together apply steps one after another. */
const lock = 0x6f75746c

/** Oldest version that is tested. */
const oldestVersion = 150_000

const checksumOf = ({ sql }: Migration): string => createHash("sha256").update(sql).digest("hex")

const table = `create table if not exists migrations (
  id bigint not null primary key, name text not null, checksum text not null,
  applied text not null
)`

const appliedTo = async (connection: Connection): Promise<ReadonlyArray<Applied>> => {
  const { rows } = await connection.run("select to_regclass('migrations') is not null as found")
  if (!(rows[0] as { readonly found: boolean }).found) return []
  const applied = await connection.run(
    "select id, name, checksum, applied from migrations order by id",
  )
  return applied.rows as ReadonlyArray<Applied>
}

/** Checks that the program knows the database and can use it; returns the missing migrations. */
const judge = async (
  connection: Connection,
  settings: Settings,
  isMove: boolean,
): Promise<ReadonlyArray<Migration>> => {
  const { rows } = await connection.run(`
    select current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding,
      to_regclass('${moveTable}') is not null as filling,
      (select count(*) from pg_tables where schemaname = current_schema()) as tables`)
  const [{ version, encoding, filling, tables }] = rows as unknown as readonly [
    {
      readonly version: number
      readonly encoding: string
      readonly filling: boolean
      readonly tables: number
    },
  ]
  if (version < oldestVersion)
    refuse(settings, `is PostgreSQL ${Math.floor(version / 10_000)}: 15 is needed`)
  if (encoding !== "UTF8") refuse(settings, `has the encoding ${encoding}: UTF8 is needed`)
  if (filling && !isMove) refuse(settings, unfinished)
  const applied = await appliedTo(connection)
  if (applied.length === 0 && tables > 0) refuse(settings, "is a database of another program")
  for (const { id, name, checksum } of applied) {
    const migration = postgresMigrations.find((migration) => migration.id === id)
    if (migration === undefined) {
      refuse(settings, `has taken ${name}, which this program does not know: use a newer one`)
    } else if (checksumOf(migration) !== checksum) {
      refuse(settings, `was made by another ${name} than this program has`)
    }
  }
  return postgresMigrations.filter(({ id }) => !applied.some((step) => step.id === id))
}

/** Fills a table inside a transaction. It reads with a cursor, so that few rows are in memory. */
const fill = async (
  connection: Connection,
  { read, table, columns, begin }: Fill,
): Promise<void> => {
  const { take, rows } = begin()
  await connection.run(`declare filling no scroll cursor for ${read}`)
  while (true) {
    const { rows: some } = await connection.run("fetch 1000 from filling")
    for (const row of some) take(row)
    if (some.length === 0) break
  }
  await connection.run("close filling")
  const values = columns.map((_, n) => `$${n + 1}`)
  const insert = `insert into ${table} (${columns}) values (${values})`
  for (const row of rows()) await connection.run(insert, row)
}

/**
 * Time that a step waits for a table in use, above all by a long report or a backup, in
 * milliseconds. Later requests for the table wait behind the step, so it stops waiting and tries
 * again.
 */
const tableWaitMs = 500
const retryMs = 1_000

/** Maximum time that a step is tried, in milliseconds. */
const patienceMs = 600_000

/** Applies one migration, in its own transaction. */
const take = async (connection: Connection, migration: Migration, now: string): Promise<void> => {
  const { id, name } = migration
  await connection.run("begin")
  await connection.run(`set local lock_timeout = ${tableWaitMs}`)
  await connection.run(table)
  await connection.run(migration.sql)
  if (migration.fill !== undefined) await fill(connection, migration.fill)
  await connection.run(
    "insert into migrations (id, name, checksum, applied) values ($1, $2, $3, $4)",
    [id, name, checksumOf(migration), now],
  )
  await connection.run("commit")
}

/** Returns true if a statement waited for a lock for too long. */
const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "55P03"

/** Applies a step once no one else uses its tables for a moment. */
const takeInTurn = async (
  connection: Connection,
  settings: Settings,
  migration: Migration,
  now: string,
): Promise<void> => {
  const began = performance.now()
  while (true) {
    try {
      return await take(connection, migration, now)
    } catch (error) {
      if (!isLocked(error)) throw error
      await connection.run("rollback")
      if (performance.now() - began > patienceMs) {
        refuse(settings, `cannot take ${migration.name}: others use its tables all the time`)
      }
      await wait(retryMs)
    }
  }
}

/**
 * Applies the missing migrations, each in its own transaction: if the process dies in between, the
 * next start continues. Several processes may try at once. If it fails, the caller closes the
 * connection, which releases the lock.
 *
 * @throws DatabaseRefused if the database cannot be reached, is not one of Outlay, is newer than
 *   the program, or has a migration that has changed since; or if a move into it is incomplete,
 *   except for that move.
 */
export const migrate = async (
  connection: Connection,
  settings: Settings,
  now: string,
  isMove = false,
): Promise<void> => {
  await connection.run(`select pg_advisory_lock(${lock})`)
  for (const migration of await judge(connection, settings, isMove)) {
    await takeInTurn(connection, settings, migration, now)
  }
  await divideFurther(connection)
  await connection.run(`select pg_advisory_unlock(${lock})`)
}

/**
 * Checks that the program can read the database as it is.
 *
 * @throws DatabaseRefused if it cannot, also if migrations are missing.
 */
export const checkMigrated = async (connection: Connection, settings: Settings): Promise<void> => {
  const missing = (await judge(connection, settings, false)).map(({ name }) => name)
  if (missing.length > 0) {
    refuse(settings, `lacks ${missing.join(", ")}: open it for writing first`)
  }
}

/** The migrations that were applied to a database; refused if it cannot be reached. */
export const stepsOf = (
  options: PostgresOptions,
): Effect.Effect<ReadonlyArray<Step>, DatabaseRefused> =>
  Effect.tryPromise({
    try: () =>
      connected(settingsOf(options), async (connection) =>
        (await appliedTo(connection)).map(({ id, name, applied }) => ({ id, name, applied })),
      ),
    catch: (error) => error as DatabaseRefused,
  })

/** Columns, keys and indexes of a schema, as text, without the views of extensions. */
const described = `
  select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
    || coalesce(collation_name, '') as item
  from information_schema.columns where table_schema = current_schema()
    and table_name in (select tablename from pg_tables where schemaname = current_schema())
  union all
  select replace(indexdef, schemaname || '.', '') from pg_indexes
  where schemaname = current_schema()
  union all
  select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) from pg_constraint
  where connamespace = current_schema()::regnamespace and contype <> 'n'
    and conrelid in (select oid from pg_class)`

/**
 * Returns the differences between the tables and indexes and those of the migrations. Changes
 * nothing.
 */
export const schemaFaults = (settings: Settings): Promise<ReadonlyArray<string>> =>
  connected(settings, async (connection) => {
    const items = async () => {
      const { rows } = await connection.run(described)
      return new Set((rows as ReadonlyArray<{ readonly item: string }>).map(({ item }) => item))
    }
    const found = await items()
    await connection.run("begin")
    await connection.run("create schema outlay_expected")
    await connection.run("set local search_path to outlay_expected")
    await connection.run(table)
    for (const { sql } of postgresMigrations) await connection.run(sql)
    const expected = await items()
    await connection.run("rollback")
    return [
      ...[...expected].filter((_) => !found.has(_)).map((_) => `${_} is missing`),
      ...[...found].filter((_) => !expected.has(_)).map((_) => `${_} is not of this program`),
    ]
  })
