import { rmSync } from "node:fs"
import { linesPerUnit } from "@outlay/domain/rules"
import Database from "better-sqlite3"
import type { Dataset } from "./dataset.ts"

/** Tables that an import writes. */
const tables = ["transactions", "ledger_entries", "events"]

type Row = ReadonlyArray<unknown>

/**
 * Baseline of an import: inserts the same rows, in the order in which the product wrote them, into
 * the same tables with the same indexes, by one prepared statement for each table, with as many
 * rows per durable commit. Returns rows per second.
 */
export const bareImport = (data: Pick<Dataset, "file" | "rows">): number => {
  const file = `${data.file}.bare`
  const remove = () => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true })
  }
  remove()
  const source = new Database(data.file, { readonly: true })
  const target = new Database(file)
  target.pragma(`page_size = ${source.pragma("page_size", { simple: true })}`)
  // The product's setting, which is not stored in the file.
  target.pragma("cache_size = -65536")
  target.pragma("journal_mode = WAL")
  target.pragma("synchronous = FULL")
  target.pragma("wal_autocheckpoint = 2000")
  const writers = tables.map((table) => writerOf(source, target, table, data.rows))
  let time = 0
  for (let first = 0; first < data.rows; first += linesPerUnit) {
    const rows = writers.map((writer) => writer.read())
    const started = performance.now()
    target.exec("begin immediate")
    for (const [n, writer] of writers.entries()) {
      for (const row of rows[n] ?? []) writer.insert.run(...row)
    }
    target.exec("commit")
    time += performance.now() - started
  }
  for (const { end } of writers) end()
  source.close()
  target.close()
  remove()
  return data.rows / (time / 1_000)
}

/**
 * Creates a table like that of the source and inserts its rows, as many as belong to one batch at a
 * time.
 */
const writerOf = (
  source: Database.Database,
  target: Database.Database,
  table: string,
  rows: number,
) => {
  const sql = "select sql from sqlite_schema where tbl_name = ? and sql is not null"
  for (const ddl of source.prepare<[string], string>(sql).pluck().all(table)) target.exec(ddl)
  const all = source.prepare<[], Row>(`select * from ${table}`).raw()
  const columns = all.columns().map(() => "?")
  const { count } = source
    .prepare<[], { count: number }>(`select count(*) as count from ${table}`)
    .get() ?? { count: 0 }
  const share = Math.ceil((count * linesPerUnit) / rows)
  const iterator = all.iterate()
  return {
    insert: target.prepare(`insert into ${table} values (${columns.join(", ")})`),
    read: () => {
      const taken: Array<Row> = []
      while (taken.length < share) {
        const next = iterator.next()
        if (next.done === true) break
        taken.push(next.value)
      }
      return taken
    },
    end: () => iterator.return?.(),
  }
}
