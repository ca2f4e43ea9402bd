import { copyFileSync } from "node:fs"
import Database from "better-sqlite3"

/** Tables with sums of transactions, and the columns that are sums. */
const sums: Readonly<Record<string, ReadonlyArray<string>>> = {
  transaction_counts: ["count"],
  custom_field_values: ["count"],
  spend_sums: ["count", "spent", "refunded"],
}

/**
 * Copies a database and multiplies its transactions, with new ids, because an import of ten million
 * rows takes most of an hour. Only tables that reads of transactions need are multiplied. The
 * copies are only for reading; `outlay verify` would report errors in them.
 */
export const multiply = (source: string, target: string, times: number): void => {
  copyFileSync(source, target)
  const db = new Database(target)
  try {
    // If the copying is interrupted, the file is created again.
    db.pragma("synchronous = OFF")
    db.pragma("cache_size = -1048576")
    const indexes = db
      .prepare<[], { readonly name: string; readonly sql: string }>(
        `select name, sql from sqlite_schema
          where tbl_name = 'transactions' and type = 'index' and sql is not null`,
      )
      .all()
    for (const { name } of indexes) db.exec(`drop index ${name}`)
    copyRows(db, times)
    for (const [table, columns] of Object.entries(sums)) {
      db.exec(`update ${table} set ${columns.map((_) => `${_} = ${_} * ${times}`).join(", ")}`)
    }
    // Building an index sorts all rows at once; inserted one by one, they would arrive in random
    // order.
    for (const { sql } of indexes) db.exec(sql)
  } finally {
    db.close()
  }
}

/**
 * Ids of copies begin with two letters that no UUID has, different for each copy; there can be up
 * to 400 copies.
 */
const copyRows = (db: Database.Database, times: number): void => {
  const columns = db
    .prepare<[], string>("select name from pragma_table_info('transactions')")
    .pluck()
    .all()
  const values = columns.map((name) =>
    name === "id"
      ? "char(103 + $copy / 20, 103 + $copy % 20) || substr(id, 3)"
      : name === "external_id"
        ? "external_id || '-' || $copy"
        : name,
  )
  const last = db.prepare<[], number>("select max(rowid) from transactions").pluck().get() ?? 0
  const copy = db.prepare(`insert into transactions (${columns.join(", ")})
    select ${values.join(", ")} from transactions where rowid <= $last`)
  for (let n = 1; n < times; n++) copy.run({ copy: n, last })
}
