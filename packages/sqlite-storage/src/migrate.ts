import { createHash } from "node:crypto"
import type { Fill, Migration } from "@outlay/sql-storage"
import type Database from "better-sqlite3"
import { DatabaseRefused } from "./errors.ts"
import { expectMany } from "./statistics.ts"

/** A step that was applied to a database. */
interface Applied {
  readonly id: number
  readonly name: string
  readonly checksum: string
}

/** "outl": distinguishes databases of this program from other files of SQLite. */
const applicationId = 0x6f75746c

/** Returns the checksum of a step, which shows if it was changed later. */
const checksumOf = ({ sql }: Migration): string => createHash("sha256").update(sql).digest("hex")

/**
 * Migrates a database, step by step, each in its own transaction: if the process dies in between,
 * the next start continues. Two processes may migrate at the same time.
 *
 * @throws DatabaseRefused if the database is of another program, is newer than this program, or was
 * made by a step that has changed since.
 */
export const migrate = (
  db: Database.Database,
  migrations: ReadonlyArray<Migration>,
  now: string,
): void => {
  check(db, migrations)
  for (const migration of migrations) {
    const isLast = migration === migrations.at(-1)
    db.transaction(() => apply(db, migration, { now, isLast })).immediate()
  }
}

/**
 * Checks that the program can read the database as it is.
 *
 * @throws DatabaseRefused if it cannot, for example because steps are missing.
 */
export const checkMigrated = (
  db: Database.Database,
  migrations: ReadonlyArray<Migration>,
): void => {
  check(db, migrations)
  const missing = migrations.slice(appliedTo(db).length)
  if (missing.length > 0) {
    refuse(db, `lacks ${missing.map(({ name }) => name).join(", ")}: open it for writing first`)
  }
}

const refuse = (db: Database.Database, reason: string): never => {
  throw new DatabaseRefused({ file: db.name, reason })
}

const check = (db: Database.Database, migrations: ReadonlyArray<Migration>): void => {
  const foreign = db.pragma("application_id", { simple: true }) !== applicationId
  if (foreign && count(db) > 0) refuse(db, "is a database of another program")
  for (const { id, name, checksum } of appliedTo(db)) {
    const migration = migrations.find((migration) => migration.id === id)
    if (migration === undefined) {
      refuse(db, `has taken ${name}, which this program does not know: use a newer one`)
    } else if (checksumOf(migration) !== checksum) {
      refuse(db, `was made by another ${name} than this program has`)
    }
  }
}

const count = (db: Database.Database): number =>
  db.prepare<[], number>("select count(*) from sqlite_schema").pluck().get() ?? 0

const appliedTo = (db: Database.Database): ReadonlyArray<Applied> => {
  const known = "select 1 from sqlite_schema where type = 'table' and name = 'migrations'"
  if (db.prepare(known).get() === undefined) return []
  return db.prepare<[], Applied>("select id, name, checksum from migrations order by id").all()
}

/** Applies a step. The last one also writes the statistics, which take longer than a step. */
const apply = (
  db: Database.Database,
  migration: Migration,
  { now, isLast }: { readonly now: string; readonly isLast: boolean },
): void => {
  db.exec(`create table if not exists migrations (
    id integer not null primary key, name text not null, checksum text not null,
    applied text not null
  ) strict`)
  if (appliedTo(db).some(({ id }) => id === migration.id)) return
  db.pragma(`application_id = ${applicationId}`)
  db.exec(migration.sql)
  if (migration.fill !== undefined) fill(db, migration.fill)
  if (isLast) expectMany(db)
  db.prepare("insert into migrations (id, name, checksum, applied) values (?, ?, ?, ?)").run(
    migration.id,
    migration.name,
    checksumOf(migration),
    now,
  )
}

const fill = (db: Database.Database, { read, table, columns, begin }: Fill): void => {
  const { take, rows } = begin()
  for (const row of db.prepare<[], object>(read).iterate()) take(row)
  const values = columns.map(() => "?")
  const insert = db.prepare(`insert into ${table} (${columns}) values (${values})`)
  for (const row of rows()) insert.run(...row)
}
