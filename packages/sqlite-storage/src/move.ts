import { now } from "@outlay/domain/ports"
import {
  type MovedRow,
  type MovedTable,
  MoveFailed,
  type MoveProgress,
  type MoveSource,
  type MoveTarget,
  migrations,
  movedAtOnce,
  movedTables,
  movedWeight,
  moveTable,
  orderedJson,
  TargetNotEmpty,
  weightOfRow,
} from "@outlay/sql-storage"
import type Database from "better-sqlite3"
import { Effect, type Scope } from "effect"
import { connect } from "./connection.ts"
import { DatabaseRefused } from "./errors.ts"
import { reasonOf } from "./failures.ts"
import { fileOf } from "./files.ts"
import { lock } from "./locks.ts"
import { checkMigrated } from "./migrate.ts"
import { open } from "./open.ts"
import { expectMany } from "./statistics.ts"

type Opened<A> = Effect.Effect<A, DatabaseRefused, Scope.Scope>

/** Opens a connection that is alone on the file, until the scope ends. */
const alone = (file: string, connected: () => Database.Database): Opened<Database.Database> =>
  Effect.andThen(
    lock(file, "alone"),
    Effect.acquireRelease(
      Effect.try({
        try: connected,
        catch: (error) =>
          error instanceof DatabaseRefused
            ? error
            : new DatabaseRefused({ file, reason: `cannot be opened: ${reasonOf(error)}` }),
      }),
      (db) => Effect.sync(() => db.close()),
    ),
  )

/** Runs a step, and fails with its reason if it throws. */
const attempt = <A>(db: Database.Database, what: string, step: () => A) =>
  Effect.try({
    try: step,
    catch: (error) => new MoveFailed({ database: db.name, reason: `${what}: ${reasonOf(error)}` }),
  })

const quoted = (name: string): string => `"${name}"`
const columnsOf = ({ columns }: MovedTable): string =>
  columns.map(({ name }) => quoted(name)).join(", ")

const pages = (table: MovedTable, isFirst: boolean): string => {
  const key = table.key.map(quoted).join(", ")
  const after = isFirst ? "" : `where (${key}) > (${table.key.map(() => "?").join(", ")})`
  return `select ${columnsOf(table)} from ${table.name} ${after} order by ${key} limit ${movedAtOnce}`
}

/** Returns rows as they are stored, up to a total size. */
const pageOf = (
  db: Database.Database,
  table: MovedTable,
  after: MovedRow | null,
): ReadonlyArray<MovedRow> => {
  const json = table.columns.flatMap(({ kind }, n) => (kind === "json" ? [n] : []))
  const rows: Array<MovedRow> = []
  let weight = 0
  const found = db.prepare(pages(table, after === null)).raw()
  for (const row of found.iterate(...(after ?? [])) as Iterable<Array<string | number | null>>) {
    for (const n of json) {
      const text = row[n]
      if (typeof text === "string" && text !== "[]") row[n] = orderedJson(JSON.parse(text))
    }
    rows.push(row)
    weight += weightOfRow(row)
    if (weight > movedWeight) break
  }
  return rows
}

const countOf = (db: Database.Database, { name }: MovedTable): number =>
  db.prepare<[], number>(`select count(*) from ${name}`).pluck().get() ?? 0

const sourceOn = (db: Database.Database): MoveSource => ({
  page: (table, after) =>
    attempt(db, `cannot be read: ${table.name}`, () => pageOf(db, table, after)),
  count: (table) => attempt(db, `cannot be read: ${table.name}`, () => countOf(db, table)),
})

/** The source of a move: a database that nothing else uses; refused if it has an older schema. */
export const moveSource = (file: string): Opened<MoveSource> =>
  Effect.map(
    alone(file, () => {
      const db = connect(fileOf(file), { fileMustExist: true })
      try {
        db.pragma("query_only = 1")
        checkMigrated(db, migrations)
        return db
      } catch (error) {
        db.close()
        throw error
      }
    }),
    sourceOn,
  )

interface StoredMove {
  readonly progress: string
  readonly indexes: string
}

const storedMove = (db: Database.Database): StoredMove | null => {
  const known = db.prepare("select 1 from sqlite_schema where name = ?").get(moveTable)
  if (known === undefined) return null
  return db.prepare<[], StoredMove>(`select progress, indexes from ${moveTable}`).get() ?? null
}

const keep = (db: Database.Database, progress: MoveProgress): void => {
  db.prepare(`update ${moveTable} set progress = ?`).run(JSON.stringify(progress))
}

/** Returns the progress of the move, or the first table that has rows without a move. */
const found = (db: Database.Database) => {
  const begun = storedMove(db)
  const progress: MoveProgress | null = begun === null ? null : JSON.parse(begun.progress)
  const hasRows = ({ name }: MovedTable) =>
    db.prepare(`select 1 from ${name} limit 1`).get() !== undefined
  return { progress, filled: begun === null ? movedTables.find(hasRows) : undefined }
}

const progressOf = (db: Database.Database) =>
  Effect.flatMap(
    attempt(db, "cannot be read", () => found(db)),
    ({ progress, filled }) =>
      filled === undefined
        ? Effect.succeed(progress)
        : Effect.fail(new TargetNotEmpty({ database: db.name, table: filled.name })),
  )

const begin = (db: Database.Database, progress: MoveProgress): void => {
  const indexes = db
    .prepare<[], { name: string; sql: string }>(
      "select name, sql from sqlite_schema where type = 'index' and sql is not null order by rowid",
    )
    .all()
  db.exec(`create table ${moveTable} (progress text not null, indexes text not null) strict`)
  db.prepare(`insert into ${moveTable} values (?, ?)`).run(
    JSON.stringify(progress),
    JSON.stringify(indexes.map(({ sql }) => sql)),
  )
  for (const { name } of indexes) db.exec(`drop index ${name}`)
}

const index = (db: Database.Database): void => {
  for (const sql of JSON.parse(storedMove(db)?.indexes ?? "[]") as ReadonlyArray<string>)
    db.exec(sql)
  db.exec(`update ${moveTable} set indexes = '[]'`)
}

const end = (db: Database.Database): void => {
  db.exec(`drop table ${moveTable}`)
  expectMany(db)
}

const targetOn = (db: Database.Database): MoveTarget => {
  const once = (what: string, step: () => void) =>
    attempt(db, what, () => db.transaction(step).immediate())
  return {
    ...sourceOn(db),
    progress: progressOf(db),
    begin: (progress) => once("cannot be filled", () => begin(db, progress)),
    append: (table, rows, progress) =>
      once(`cannot take rows of ${table.name}`, () => {
        const values = table.columns.map(() => "?").join(", ")
        const insert = db.prepare(
          `insert into ${table.name} (${columnsOf(table)}) values (${values})`,
        )
        for (const row of rows) insert.run(...row)
        keep(db, progress)
      }),
    index: once("cannot make its indexes", () => index(db)),
    end: once("cannot end the move", () => end(db)),
  }
}

/** The target of a move: a database that nothing else uses; created if it does not exist. */
export const moveTarget = (file: string): Opened<MoveTarget> =>
  Effect.flatMap(now, (time) =>
    Effect.map(
      alone(file, () => open({ file, mode: "writable", migrations, now: time, isMove: true })),
      targetOn,
    ),
  )
