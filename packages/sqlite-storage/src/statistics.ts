import type Database from "better-sqlite3"

/**
 * Number of values of a column among the rows that are equal in the columns before it. Columns that
 * are not listed, such as ids and times, distinguish rows well.
 */
const values: { readonly [column: string]: number } = {
  client_id: 100,
  budget_type: 4,
  custom: 2,
  dated: 2,
  enabled: 2,
  expense_status: 2,
  has_member_limits: 2,
  is_cancelled: 2,
  is_deleted: 2,
  is_deletable: 2,
  name: 2_000,
  role_id: 10,
  status: 4,
  transaction_type: 4,
  used: 2,
}
const others = 500

/** Number of rows that every table is planned for. */
const rows = 1_000_000
/** Rows in an index of one kind of rows. An index that only excludes null counts as whole. */
const rowsOfKind = rows / 20

/** A row of `sqlite_stat1`. */
type Statistic = readonly [table: string, index: string | null, numbers: string]

/**
 * Writes statistics of tables and indexes. Without them, SQLite would expect ten rows per business,
 * and rather read them all than use an index. They are the same in every database, and so are the
 * plans, which the tests check. Never run `analyze`: it would replace them.
 */
export const expectMany = (db: Database.Database): void => {
  db.exec("analyze sqlite_schema")
  db.exec("delete from sqlite_stat1; delete from sqlite_stat4")
  const insert = db.prepare("insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)")
  for (const statistic of statistics(db)) insert.run(...statistic)
  db.exec("analyze sqlite_schema")
}

const statistics = (db: Database.Database): ReadonlyArray<Statistic> => {
  const tables = db.pragma("table_list") as ReadonlyArray<{
    readonly name: string
    readonly type: string
    readonly wr: number
  }>
  return tables
    .filter(({ name, type }) => type === "table" && !name.startsWith("sqlite_"))
    .flatMap(({ name, wr }): ReadonlyArray<Statistic> => {
      const indexes = indexesOf(db, name, wr === 1)
      return indexes.length === 0 ? [[name, null, String(rows)]] : indexes
    })
}

const indexesOf = (db: Database.Database, table: string, withoutRowid: boolean) => {
  const indexes = db.pragma(`index_list(${table})`) as ReadonlyArray<{
    readonly name: string
    readonly unique: number
    readonly origin: string
  }>
  const sqlOf = db.prepare<[string], string>("select sql from sqlite_schema where name = ?").pluck()
  return indexes.map(({ name, unique, origin }): Statistic => {
    const columns = db.pragma(`index_info(${name})`) as ReadonlyArray<{ name: string | null }>
    const numbers = expected(
      columns.map((column) => column.name),
      { unique: unique === 1, ofKind: /\bwhere\b.*[=>]/isu.test(sqlOf.get(name) ?? "") },
    )
    // The key of a table WITHOUT ROWID has the name of the table there.
    return [table, withoutRowid && origin === "pk" ? table : name, numbers.join(" ")]
  })
}

/**
 * Returns the number of rows in an index, and of rows that are equal in its first column, in two,
 * and so on.
 */
const expected = (
  columns: ReadonlyArray<string | null>,
  { unique, ofKind }: { readonly unique: boolean; readonly ofKind: boolean },
): ReadonlyArray<number> => {
  let rowsPerKey = ofKind ? rowsOfKind : rows
  const numbers = [rowsPerKey]
  for (const [n, column] of columns.entries()) {
    rowsPerKey = Math.max(
      1,
      Math.ceil(rowsPerKey / ((column === null ? null : values[column]) ?? others)),
    )
    numbers.push(unique && n === columns.length - 1 ? 1 : rowsPerKey)
  }
  return numbers
}
