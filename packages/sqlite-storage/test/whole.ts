import Database from "better-sqlite3"
import { expect } from "vitest"

/**
 * Expects that a database is sound, and has every acknowledged payment of `killed.ts` and no
 * partial one.
 */
export const expectWhole = (path: string, acknowledged: ReadonlyArray<string>): void => {
  // Opened for reading, which leaves the log: moving it at the end took longer than the rest.
  const db = new Database(path, { readonly: true })
  try {
    const one = (sql: string) => db.prepare(sql).pluck().get()
    const ids = new Set(db.prepare("select id from transactions").pluck().all())
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    for (const table of ["ledger_entries", "events"]) {
      expect(one(`select count(*) from ${table}`), table).toBe(ids.size)
    }
    expect(one("select coalesce(sum(json_array_length(line_items)), 0) from transactions")).toBe(
      ids.size,
    )
    for (const dated of ["auth_date", "cleared_date"]) {
      const counts = `from transaction_counts where dated = '${dated}' and day <> ''`
      expect(one(`select coalesce(sum(count), 0) ${counts}`), dated).toBe(ids.size)
    }
    expect(one("select balance from wallets")).toBe(0 - 1_250 * ids.size)
    expect(one("select coalesce(sum(amount), 0) from daily_movements")).toBe(0 - 1_250 * ids.size)
    expect(one("pragma integrity_check")).toBe("ok")
  } finally {
    db.close()
  }
}
