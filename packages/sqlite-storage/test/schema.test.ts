import { keys, type TableName } from "@outlay/domain/fields"
import { migrations, sqlite, statements, tables } from "@outlay/sql-storage"
import type Database from "better-sqlite3"
import { afterAll, describe, expect, test } from "vitest"
import { open } from "../src/open.ts"
import "../src/ids.ts"

interface Column {
  readonly name: string
  readonly pk: number
  readonly notnull: number
}

const db = open({ file: ":memory:", mode: "writable", migrations, now: "2026-01-01T00:00:00.000Z" })
afterAll(() => db.close())

const columnsOf = (table: string) => db.pragma(`table_info(${table})`) as ReadonlyArray<Column>
const keyOf = (table: string): ReadonlyArray<string> =>
  columnsOf(table)
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map(({ name }) => name)
const all = db.pragma("table_list") as ReadonlyArray<{
  name: string
  schema: string
  type: string
  strict: number
}>
const own = all.filter(({ name, type }) => type === "table" && !name.startsWith("sqlite_"))

describe("the schema", () => {
  test.each(Object.values(tables).map((table) => [table.name, table] as const))(
    "%s has the columns and the key of its records",
    (name, { columns, computed }) => {
      const found = columnsOf(name).map((_) => _.name)
      const missing = `no table ${name}: create it in a file of packages/sql-storage/src/migrations`
      expect(found, missing).not.toEqual([])
      expect(found.toSorted()).toEqual([...columns, ...computed].toSorted())
      expect(keyOf(name)).toEqual(["client_id", ...keys[name as TableName]])
    },
  )

  test("every table is strict", () => {
    expect(own.filter(({ strict }) => strict === 0)).toEqual([])
  })

  const notOfOneBusiness = ["ledger_entries", "migrations", "sequences"]
  test("every key begins with the business, except for known tables", () => {
    const others = own.map(({ name }) => name).filter((name) => keyOf(name)[0] !== "client_id")
    expect(others.toSorted()).toEqual(notOfOneBusiness)
  })
})

/** Tables without a business. */
const shared = /\bsequences\b/u

describe("every statement", () => {
  const sqls = statements.map((_) => [_.statement.in(sqlite).sql, _.acrossBusinesses] as const)

  test.each(sqls)("%s is valid", (sql) => {
    const prepared: Database.Statement = db.prepare(sql)
    expect(prepared.source).toBe(sql)
  })

  test.each(sqls)("%s reads one business, or has a reason not to", (sql, acrossBusinesses) => {
    const ofOne = /client_id/u.test(sql) && !shared.test(sql)
    if (acrossBusinesses === null) expect(ofOne).toBe(true)
    else expect(acrossBusinesses.length).toBeGreaterThan(10)
  })
})
