import { now } from "@outlay/domain/ports"
import {
  type MovedRow,
  type MovedTable,
  MoveFailed,
  type MoveProgress,
  type MoveSource,
  type MoveTarget,
  movedTables,
  moveTable,
  TargetNotEmpty,
} from "@outlay/sql-storage"
import { Effect, type Scope } from "effect"
import { Connection } from "./connection.ts"
import { DatabaseRefused } from "./errors.ts"
import { reasonOf } from "./failures.ts"
import { guarded } from "./guard.ts"
import { checkMigrated, migrate } from "./migrate.ts"
import { columnsOf, sourceOn } from "./move-source.ts"
import { type PostgresOptions, readSettings, type Settings, shownUrl } from "./options.ts"
import { connected } from "./patient-connection.ts"
import { snapshot } from "./questions.ts"
import { movesAlone } from "./use.ts"

type Opened<A> = Effect.Effect<A, DatabaseRefused, Scope.Scope>

/** Attempts, and milliseconds between them, to wait for another process that is ending. */
const maxAttempts = 10
const pauseMs = 100

const waited = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Opens a connection while no process uses the database. Its statements may take any time. */
const opened = async (settings: Settings): Promise<Connection> => {
  const patient = { ...settings, statementTimeoutMs: 0, lockTimeoutMs: 0 }
  const connection = await Connection.open(patient, () => undefined)
  for (let n = 0; n < maxAttempts; n++) {
    const { rows } = await connection.run(`select ${movesAlone} as alone`)
    if ((rows[0] as { readonly alone: boolean }).alone) return connection
    await waited(pauseMs)
  }
  await connection.close()
  throw new DatabaseRefused({
    file: shownUrl(settings.url),
    reason: "is in use: stop every process that uses it first",
  })
}

interface Own {
  readonly connection: Connection
  readonly database: string
}

/** Opens a connection until the scope ends. */
const scoped = (settings: Settings, open: () => Promise<Connection>): Opened<Own> => {
  const database = shownUrl(settings.url)
  return Effect.acquireRelease(
    Effect.tryPromise({
      try: open,
      catch: (error) =>
        error instanceof DatabaseRefused
          ? error
          : new DatabaseRefused({
              file: database,
              reason: `cannot be opened: ${reasonOf(error)}`,
            }),
    }),
    (connection) => Effect.promise(() => connection.close()),
  ).pipe(
    Effect.tap((connection) =>
      Effect.acquireRelease(
        Effect.sync(() => guarded(connection, settings)),
        (unguard) => Effect.sync(unguard),
      ),
    ),
    Effect.map((connection) => ({ connection, database })),
  )
}

const alone = (
  settings: Settings,
  prepare: (connection: Connection) => Promise<void>,
): Opened<Own> =>
  scoped(settings, async () => {
    const connection = await opened(settings)
    try {
      await prepare(connection)
      return connection
    } catch (error) {
      await connection.close()
      throw error
    }
  })

/** The source of a move: a database that nothing else uses; refused if it has an older schema. */
export const moveSource = (options: PostgresOptions): Opened<MoveSource> =>
  readSettings(options).pipe(
    Effect.flatMap((settings) => alone(settings, (_) => checkMigrated(_, settings))),
    Effect.map(({ connection, database }) => sourceOn(connection, database)),
  )

/**
 * A snapshot of one business, even while the database is in use, with everything that a copy of it
 * needs.
 */
export const businessSource = (options: PostgresOptions, client_id: number): Opened<MoveSource> => {
  const open = async (settings: Settings) => {
    await connected(settings, (_) => checkMigrated(_, settings))
    const connection = await Connection.open(settings, () => undefined)
    connection.execute(snapshot)
    return connection
  }
  return readSettings(options).pipe(
    Effect.flatMap((settings) => scoped(settings, () => open(settings))),
    Effect.map(({ connection, database }) => sourceOn(connection, database, client_id)),
  )
}

/** Returns rows as JSON from which PostgreSQL makes records. */
const recordsOf = ({ columns }: MovedTable, rows: ReadonlyArray<MovedRow>): string => {
  const names = columns.map(({ name }) => `${JSON.stringify(name)}:`)
  const texts = rows.map((row) => {
    const values = columns.map(({ kind }, n) => {
      const value = row[n] ?? null
      return `${names[n]}${kind === "json" && value !== null ? value : JSON.stringify(value)}`
    })
    return `{${values.join(",")}}`
  })
  return `[${texts.join(",")}]`
}

const savedMove = async (connection: Connection) => {
  const { rows } = await connection.run(`select to_regclass('${moveTable}') is not null as found`)
  if (!(rows[0] as { readonly found: boolean }).found) return null
  const found = await connection.run(`select progress, indexes from ${moveTable}`)
  return found.rows[0] as { readonly progress: string; readonly indexes: string }
}

interface Found {
  readonly progress: MoveProgress | null
  /** Name of a table that has rows without a move. */
  readonly filled: string | null
}

const foundIn = async (connection: Connection): Promise<Found> => {
  const saved = await savedMove(connection)
  if (saved !== null) return { progress: JSON.parse(saved.progress), filled: null }
  for (const { name } of movedTables) {
    const { rows } = await connection.run(`select exists (select from ${name}) as filled`)
    if ((rows[0] as { readonly filled: boolean }).filled) return { progress: null, filled: name }
  }
  return { progress: null, filled: null }
}

/** Indexes that do not belong to a key. */
const indexes = `
  select indexname as name, indexdef as sql from pg_indexes
  where schemaname = current_schema() and indexname not in (
    select conname from pg_constraint where connamespace = current_schema()::regnamespace
  )
  order by indexname`

const begin = async (connection: Connection, progress: MoveProgress): Promise<void> => {
  const { rows } = await connection.run(indexes)
  const found = rows as ReadonlyArray<{ readonly name: string; readonly sql: string }>
  await connection.run(`create table ${moveTable} (progress text not null, indexes text not null)`)
  await connection.run(`insert into ${moveTable} values ($1, $2)`, [
    JSON.stringify(progress),
    JSON.stringify(found.map(({ sql }) => sql)),
  ])
  for (const { name } of found) await connection.run(`drop index "${name}"`)
}

/** Sends rows in a separate transaction, all statements at once. */
const append = async (
  connection: Connection,
  table: MovedTable,
  rows: ReadonlyArray<MovedRow>,
  progress: MoveProgress,
): Promise<void> => {
  const columns = columnsOf(table)
  await Promise.all([
    connection.run("begin"),
    connection.run(
      `insert into ${table.name} (${columns})
      select ${columns} from json_populate_recordset(null::${table.name}, $1)`,
      [recordsOf(table, rows)],
    ),
    connection.run(`update ${moveTable} set progress = $1`, [JSON.stringify(progress)]),
    connection.run("commit"),
  ])
}

const index = async (connection: Connection): Promise<void> => {
  const found = await savedMove(connection)
  for (const sql of JSON.parse(found?.indexes ?? "[]") as ReadonlyArray<string>) {
    await connection.run(sql)
  }
  await connection.run(`update ${moveTable} set indexes = '[]'`)
}

/** Sets the next number after the existing ones, and updates the statistics of the planner. */
const end = async (connection: Connection): Promise<void> => {
  await connection.run(`
    select setval(pg_get_serial_sequence('ledger_entries', 'id'), coalesce(max(id), 0) + 1, false)
    from ledger_entries`)
  await connection.run(`drop table ${moveTable}`)
  await connection.run("analyze")
}

const targetOn = (connection: Connection, database: string): MoveTarget => {
  const attempt = <A>(what: string, step: () => Promise<A>) =>
    Effect.tryPromise({
      try: step,
      catch: (error) => new MoveFailed({ database, reason: `${what}: ${reasonOf(error)}` }),
    })
  const once = (what: string, step: () => Promise<void>) =>
    attempt(what, async () => {
      await connection.run("begin")
      try {
        await step()
        await connection.run("commit")
      } catch (error) {
        await connection.run("rollback").catch(() => undefined)
        throw error
      }
    })
  return {
    ...sourceOn(connection, database),
    progress: Effect.flatMap(
      attempt("cannot be read", () => foundIn(connection)),
      ({ progress, filled }) =>
        filled === null
          ? Effect.succeed(progress)
          : Effect.fail(new TargetNotEmpty({ database, table: filled })),
    ),
    begin: (progress) => once("cannot be filled", () => begin(connection, progress)),
    append: (table, rows, progress) =>
      attempt(`cannot take rows of ${table.name}`, () => append(connection, table, rows, progress)),
    index: once("cannot make its indexes", () => index(connection)),
    end: once("cannot end the move", () => end(connection)),
  }
}

/** The target of a move: a database that nothing else uses. Missing tables are created. */
export const moveTarget = (options: PostgresOptions): Opened<MoveTarget> =>
  Effect.gen(function* () {
    const settings = yield* readSettings(options)
    const time = yield* now
    const { connection, database } = yield* alone(settings, (_) => migrate(_, settings, time, true))
    return targetOn(connection, database)
  })
