import { migrations } from "@outlay/sql-storage"
import Database from "better-sqlite3"
import { reasonOf } from "./failures.ts"
import { migrate } from "./migrate.ts"

/** Returns the findings of a look at the file; if it fails, that the file is damaged. */
const looking = (look: () => ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return look()
  } catch (error) {
    return [damaged(reasonOf(error))]
  }
}

/** Returns the message for the operator. */
const damaged = (reason: string): string => `the file is damaged: ${reason}`

/**
 * Returns the errors that SQLite finds in the file or in its references; empty if there are none.
 * Reads the whole file, and never fails: an unreadable part is an error.
 */
export const integrityFaults = (db: Database.Database): ReadonlyArray<string> => [
  ...looking(() =>
    (db.pragma("integrity_check") as ReadonlyArray<{ integrity_check: string }>)
      .map((row) => row.integrity_check)
      .filter((text) => text !== "ok")
      .map(damaged),
  ),
  ...looking(() =>
    (db.pragma("foreign_key_check") as ReadonlyArray<{ table: string; parent: string }>)
      .slice(0, maxDifferences)
      .map(({ table, parent }) => `a row of ${table} refers to no row of ${parent}`),
  ),
]

const maxDifferences = 100

interface Item {
  readonly name: string
  readonly sql: string | null
}

/**
 * Everything except what SQLite creates by itself, such as statistics, and the two tables that
 * Litestream adds to a database that it replicates. The table of migrations was checked when the
 * database was opened.
 */
const schema = `select name, sql from sqlite_schema
  where name not like 'sqlite\\_%' escape '\\'
    and name not in ('migrations', '_litestream_seq', '_litestream_lock') order by name`

const schemaOf = (db: Database.Database): ReadonlyMap<string, string | null> =>
  new Map(
    db
      .prepare<[], Item>(schema)
      .all()
      .map(({ name, sql }) => [name, sql]),
  )

const migrated = (): ReadonlyMap<string, string | null> => {
  const emptyDatabase = new Database(":memory:")
  try {
    migrate(emptyDatabase, migrations, "1970-01-01T00:00:00.000Z")
    return schemaOf(emptyDatabase)
  } finally {
    emptyDatabase.close()
  }
}

let expectedSchema: ReadonlyMap<string, string | null> | null = null

/** Returns the differences between the tables and indexes and those of the migrations. */
export const schemaFaults = (db: Database.Database): ReadonlyArray<string> =>
  looking(() => differences(db))

const differences = (db: Database.Database): ReadonlyArray<string> => {
  // The migrations of a program always create the same schema.
  expectedSchema ??= migrated()
  const expected = expectedSchema
  const found = schemaOf(db)
  return [
    ...[...expected.keys()].filter((name) => !found.has(name)).map((name) => `${name} is missing`),
    ...[...found.keys()]
      .filter((name) => !expected.has(name))
      .map((name) => `${name} is not of this program`),
    ...[...expected]
      .filter(([name, sql]) => found.has(name) && found.get(name) !== sql)
      .map(([name]) => `${name} is not as the migrations make it`),
  ]
}
