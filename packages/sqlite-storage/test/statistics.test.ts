import { migrations } from "@outlay/sql-storage"
import type Database from "better-sqlite3"
import { expect, test } from "vitest"
import { open } from "../src/open.ts"
import { at, file } from "./given.ts"

const opened = (path: string, steps = migrations) =>
  open({ file: path, mode: "writable", migrations: steps, now: at })

const column = (db: Database.Database, sql: string) => db.prepare(sql).pluck().all()

const owned = "tbl_name not like 'sqlite_%'"

test("every index has statistics, also those of the latest step", () => {
  const path = file()
  opened(path).close()
  const id = migrations.length + 1
  const sql = `create table later (client_id integer not null, id text not null, name text not null,
    primary key (client_id, id)) strict, without rowid;
    create index later_by_name on later (client_id, name)`
  const db = opened(path, [...migrations, { id, name: "later", sql }])
  const known = column(db, "select coalesce(idx, tbl) from sqlite_stat1 order by 1")
  const indexes = `select iif(sql is null and exists (
      select 1 from pragma_table_list as t where t.name = s.tbl_name and t.wr), tbl_name, name)
    from sqlite_schema as s where type = 'index' and ${owned}`
  const bare = `select name from sqlite_schema as t where type = 'table' and ${owned}
    and not exists (select 1 from sqlite_schema as i where i.type = 'index' and i.tbl_name = t.name)
    and not exists (select 1 from pragma_table_list as l where l.name = t.name and l.wr)`
  const keys = `select name from pragma_table_list where wr and name not like 'sqlite_%'`
  expect(known).toEqual(
    [...new Set(column(db, `${indexes} union ${bare} union ${keys}`))].toSorted(),
  )
  expect(known).toContain("later_by_name")
  db.close()
})

test("a few rows of a business are expected by name, and one by key", () => {
  const db = opened(file())
  const stat = db.prepare("select stat from sqlite_stat1 where idx = ?").pluck()
  expect(stat.get("budgets")).toBe("1000000 10000 1")
  expect(stat.get("tokens_by_digest")).toBe("1000000 1")
  expect(stat.get("budgets_by_end")).toBe("50000 100 1 1")
  expect(stat.get("tokens_by_user")).toBe("1000000 10000 20")
  db.close()
})
