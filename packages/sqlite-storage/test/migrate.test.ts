import { existsSync, writeFileSync } from "node:fs"
import type { Money } from "@outlay/domain"
import type { Transaction } from "@outlay/domain/fields"
import { created } from "@outlay/domain/ports"
import { commit, type Migration, migrations } from "@outlay/sql-storage"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { describe, expect, test } from "vitest"
import { DatabaseRefused } from "../src/errors.ts"
import { migrate } from "../src/migrate.ts"
import { open } from "../src/open.ts"
import { aBusiness, at, decision, file, folder, storage, transaction } from "./given.ts"

const one: Migration = {
  id: 1,
  name: "0001-a",
  sql: "create table a (x) ; insert into a values (1)",
}
const two: Migration = { id: 2, name: "0002-b", sql: "create table b (x)" }
const broken: Migration = { id: 3, name: "0003-c", sql: "create table c (x); create table a (x)" }

const opened = (path: string, steps: ReadonlyArray<Migration>) =>
  open({ file: path, mode: "writable", migrations: steps, now: at })
const close = (path: string, steps: ReadonlyArray<Migration>) => opened(path, steps).close()
const refusalOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    expect(error).toBeInstanceOf(DatabaseRefused)
    return String((error as DatabaseRefused).message)
  }
  throw new Error("was not refused")
}

describe("migrations", () => {
  test("are applied once, in order, and recorded", () => {
    const path = file()
    close(path, [one])
    const db = opened(path, [one, two])
    expect(db.prepare("select x from a").pluck().all()).toEqual([1])
    expect(db.prepare("select id, name, applied from migrations").all()).toEqual([
      { id: 1, name: "0001-a", applied: at },
      { id: 2, name: "0002-b", applied: at },
    ])
    const digest = /^[0-9a-f]{64}$/u
    for (const checksum of db.prepare("select checksum from migrations").pluck().all()) {
      expect(checksum).toMatch(digest)
    }
    db.close()
  })

  test("one that fails leaves nothing, and the next start continues", () => {
    const path = file()
    const left = () => {
      const db = new Database(path)
      const names = db.prepare(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'
        order by name`,
      )
      const found = names.pluck().all()
      db.close()
      return found
    }
    close(path, [one])
    expect(refusalOf(() => opened(path, [one, two, broken]))).toContain("already exists")
    expect(left()).toEqual(["a", "b", "migrations"])
    close(path, [one, two, { ...broken, sql: "create table c (x)" }])
    expect(left()).toEqual(["a", "b", "c", "migrations"])
  })

  test.each([
    [
      "a step that has changed since is refused",
      [{ ...one, sql: "create table a (y)" }],
      "was made by another 0001-a",
    ],
    [
      "an unknown step is refused: the database is newer",
      [one],
      "has taken 0002-b, which this program does not know",
    ],
  ])("%s", (_, steps, expected) => {
    const path = file()
    close(path, [one, two])
    expect(refusalOf(() => opened(path, steps))).toContain(expected)
  })

  test("another process may apply them at the same time", () => {
    const path = file()
    const first = new Database(path)
    const second = new Database(path)
    migrate(first, [one], at)
    migrate(second, [one, two], at)
    migrate(first, [one, two], at)
    expect(first.prepare("select count(*) from migrations").pluck().get()).toBe(2)
    first.close()
    second.close()
  })
})

describe("sums of spending", () => {
  test("are computed from the rows of an older database", async () => {
    const path = file()
    const older = "delete from migrations where name = '0008-spend-sums'"
    const given = storage({ file: path })
    const spent = (id: string, fields: Partial<Transaction> = {}) =>
      created("transactions", transaction(id, fields))
    const writes = [
      spent("t1", { refunded_amount: 7 as Money }),
      spent("t2", { line_items: [], user_id: null, budget_id: null }),
      spent("t3", { status: "DECLINED" }),
    ]
    await given.run(Effect.andThen(aBusiness, commit(1, decision({ result: null, writes }))))
    await given.close()
    const db = new Database(path)
    const sums = () => db.prepare("select * from spend_sums where count > 0").all()
    const before = sums()
    expect(before.length).toBeGreaterThan(6)
    db.exec(`drop table spend_sums; ${older}`)
    migrate(db, migrations, at)
    expect(sums()).toEqual(before)
    db.close()
  })
})

describe("opening refuses", () => {
  test("a database of another program", () => {
    const path = file()
    const other = new Database(path)
    other.exec("create table theirs (x)")
    other.close()
    expect(refusalOf(() => opened(path, migrations))).toContain("of another program")
  })

  test("a file that is no database, and leaves it unchanged", () => {
    const path = file()
    writeFileSync(path, "Dear diary, ".repeat(100))
    expect(refusalOf(() => opened(path, migrations))).toContain("SQLITE_NOTADB")
    expect(existsSync(path)).toBe(true)
  })

  test("a path that does not exist", () => {
    const path = `${folder()}/no/such/folder.db`
    expect(refusalOf(() => opened(path, migrations))).toContain("cannot be opened")
  })

  test("in readable mode, a database that does not exist or needs a step", () => {
    const path = file()
    const read = () => open({ file: path, mode: "readable", migrations: [one, two], now: at })
    expect(refusalOf(read)).toContain("cannot be opened")
    expect(existsSync(path)).toBe(false)
    close(path, [one])
    expect(refusalOf(read)).toContain("lacks 0002-b")
    close(path, [one, two])
    read().close()
  })

  test("a step that fails, and leaves no new file", () => {
    const path = file()
    expect(refusalOf(() => opened(path, [broken, one]))).toContain("already exists")
    expect(existsSync(path)).toBe(true)
    const fresh = file()
    const nonsense = { ...one, sql: "create tabel" }
    expect(refusalOf(() => opened(fresh, [nonsense]))).toContain("syntax error")
    expect(existsSync(fresh)).toBe(false)
  })
})
