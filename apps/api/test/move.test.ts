import { copyFileSync, cpSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { movedTables } from "@outlay/sql-storage"
import { SqliteStorage } from "@outlay/sqlite-storage"
import Database from "better-sqlite3"
import { Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import {
  connected,
  hasPostgres,
  leftOut,
  newDatabase,
  runStatements,
} from "../../../packages/postgres-storage/test/server.ts"
import { newWire } from "../../../packages/postgres-storage/test/wire.ts"
import { onPostgres } from "../src/engine.ts"
import { ended, watched, workplace } from "./outlay.ts"

const place = workplace()
const { outlay, path } = place
/** A workplace for a database with damaged receipts. */
const torn = workplace()
afterAll(() => {
  place.leave()
  torn.leave()
})

const sqlite = (name: string) => `sqlite:${path(name)}`
const moveArgs = (from: string, to: string) => ["move", "--from", from, "--to", to, "--json"]

/** Progress lines of a long move. */
const progress = /^(?:.*(?: left|indexes|events)|business \d+: .*|.*: \w+)\n/gmu

/** Runs a move that must succeed, and returns its report. */
const moved = async (from: string, to: string) => {
  const { code, out, err } = await outlay(moveArgs(from, to))
  expect([code, err.replace(progress, "")]).toEqual([0, ""])
  return JSON.parse(out)
}

const on = async (url: string, ...args: ReadonlyArray<string>) => {
  const { code, out, err } = await outlay([...args, "--json"], { OUTLAY_DATABASE_URL: url })
  expect([code, code === 0 ? "" : err]).toEqual([0, ""])
  return JSON.parse(out)
}

/** A copy of the sample data that has not been opened yet. */
const copy = (name: string): string => {
  copyFileSync(path("sample.db"), path(name))
  return sqlite(name)
}

const changed = (name: string, sql: string): void => {
  const db = new Database(path(name))
  db.exec(sql)
  db.close()
}

/** Runs a move until it is blocked on a table of PostgreSQL, and kills it. */
const killedAt = async (url: string, table: string, args: ReadonlyArray<string>) => {
  const client = await connected(url)
  const isWaiting = async () => {
    const { rows } = await client.query(`
      select 1 from pg_locks join pg_database as d on d.oid = database
      where not granted and datname = current_database()`)
    return rows.length > 0
  }
  await client.query(`begin; lock table ${table} in share mode`)
  const child = place.begin(args)
  const text = watched(child)
  const seen = async () => [await isWaiting(), text.err.replace(progress, "")]
  await expect.poll(seen, { interval: 20 }).toEqual([true, ""])
  child.kill("SIGKILL")
  expect(await ended(child)).toBe("SIGKILL")
  await client.query("rollback")
  await client.end()
}

const tests = () => {
  let sample: string
  beforeAll(async () => {
    sample = sqlite("sample.db")
    await on(sample, "demo", "--months", "1", "--until", "2026-06-17")
  })

  test("a lost connection is reported, and the next run continues", async () => {
    const database = await newDatabase()
    const wire = await newWire(`${database}?lost_after=1000`)
    wire.hear((text, passing) => {
      if (text.includes("insert into events")) passing.silence("both")
    })
    const from = copy("cut.db")
    cpSync(path("sample-receipts"), path("cut-receipts"), { recursive: true })
    const { code, err } = await outlay(moveArgs(from, wire.url))
    expect(code).toBe(5)
    expect(err).toMatch(/cannot take rows of events: .* rows are copied, .* Run the same command/u)
    expect(await moved(from, database)).toMatchObject({ verified: true })
  })

  test("every column of every table is moved", async () => {
    const url = await newDatabase()
    await on(url, "migrate")
    const client = await connected(url)
    const { rows } = await client.query(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name not in ('migrations', 'name_versions')`)
    await client.end()
    const known = movedTables.flatMap(({ name, columns }) =>
      columns.map((_) => `${name}.${_.name}`),
    )
    expect([...known].sort()).toEqual(rows.map(({ name }) => name).sort())
    const db = new Database(path("sample.db"), { readonly: true })
    const names = db.prepare(`
      select t.name || '.' || c.name from sqlite_schema as t, pragma_table_info(t.name) as c
      where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> 'migrations'`)
    expect([...known].sort()).toEqual(names.pluck().all().sort())
    db.close()
  })

  test("a move to PostgreSQL and back preserves every row, and sequences continue", async () => {
    const url = await newDatabase()
    const there = await moved(sample, url)
    expect(there).toMatchObject({ verified: true, resumed_at: 0 })
    expect(there.rows).toBeGreaterThan(1_000)
    const back = await moved(url, sqlite("back.db"))
    expect([back.tables, back.heads, back.verified]).toEqual([there.tables, there.heads, true])
    const again = await newDatabase()
    expect((await moved(sqlite("back.db"), again)).tables).toEqual(there.tables)
    for (const database of [again, sqlite("back.db")]) {
      await on(database, "demo", "--months", "1", "--until", "2026-06-17", "--seed", "2")
      expect(await on(database, "verify")).toMatchObject({ verified: true, businesses: 2 })
    }
    const statistics = (name: string) => {
      const db = new Database(path(name), { readonly: true })
      const found = db.prepare("select tbl, idx, stat from sqlite_stat1 order by 1, 2").all()
      db.close()
      return found
    }
    expect(statistics("back.db")).toEqual(statistics("sample.db"))
  })

  test("damaged or missing receipts do not prevent others from being moved", async () => {
    const url = await newDatabase()
    copyFileSync(path("sample.db"), torn.path("torn.db"))
    cpSync(path("sample-receipts"), torn.path("torn-receipts"), { recursive: true })
    const folder = torn.path("torn-receipts/1")
    const [altered = "", missing = "", ...whole] = readdirSync(folder).toSorted()
    expect(whole.length).toBeGreaterThan(0)
    writeFileSync(join(folder, altered), Buffer.alloc(statSync(join(folder, altered)).size))
    rmSync(join(folder, missing))
    const from = `sqlite:${torn.path("torn.db")}`
    const { code, out, err } = await torn.outlay(moveArgs(from, url))
    expect([code, JSON.parse(out)]).toMatchObject([4, { verified: false }])
    expect(err).toContain("Run outlay verify")
    expect(readdirSync(torn.path("data/outlay-receipts/1")).toSorted()).toEqual(whole)
    const verified = await torn.outlay(["verify", "--json"], { OUTLAY_DATABASE_URL: url })
    expect(verified.code).toBe(4)
    const { first_unexplained } = JSON.parse(verified.out)
    expect(first_unexplained).toMatchObject([{ resource: "receipts" }, { resource: "receipts" }])
  })

  test("a killed move to PostgreSQL is resumed", async () => {
    const url = await newDatabase()
    await on(url, "migrate")
    const from = copy("killed.db")
    await killedAt(url, "transaction_counts", moveArgs(from, url))
    const opened = await outlay(["verify"], { OUTLAY_DATABASE_URL: url })
    expect(opened).toMatchObject({ code: 5, err: expect.stringContaining("has not ended") })
    const end = await moved(from, url)
    expect(end.verified).toBe(true)
    expect(end.resumed_at).toBeGreaterThan(100)
    expect(end.tables).toEqual((await moved(from, await newDatabase())).tables)
  })

  test("a failed move to SQLite is resumed", async () => {
    const url = await newDatabase()
    const { tables } = await moved(sample, url)
    await runStatements(url, "update movements set fx_amount = fx_amount + 9007199254740993")
    const broken = await outlay(moveArgs(url, sqlite("resumed.db")))
    expect(broken).toMatchObject({ code: 5, err: expect.stringContaining("be read: movements") })
    await runStatements(url, "update movements set fx_amount = fx_amount - 9007199254740993")
    const opened = await outlay(["verify"], { OUTLAY_DATABASE_URL: sqlite("resumed.db") })
    expect(opened).toMatchObject({ code: 5, err: expect.stringContaining("has not ended") })
    const end = await moved(url, sqlite("resumed.db"))
    expect([end.tables, end.verified]).toEqual([tables, true])
    expect(end.resumed_at).toBeGreaterThan(100)
  })

  test("a source or target that was used in between is detected", async () => {
    const url = await newDatabase()
    await on(url, "migrate")
    const from = copy("used.db")
    await killedAt(url, "transaction_counts", moveArgs(from, url))
    await runStatements(url, "update businesses set name = 'Other'")
    const differing = await outlay(moveArgs(from, url))
    expect(differing.code).toBe(4)
    expect(differing.err).toContain("differs from")
    expect(differing.err).toContain("in businesses (1 of 1 rows): one of them was written to")
    await on(from, "business", "create", "Meanwhile")
    const { code, err } = await outlay(moveArgs(from, url))
    expect(code).toBe(1)
    expect(err).toContain("has changed since")
  })

  describe("a refused move writes nothing", () => {
    const broken = "update migrations set checksum = 'x' where id = 2"
    const older = "delete from migrations where id = (select max(id) from migrations)"
    const cases: ReadonlyArray<
      readonly [
        what: string,
        code: number,
        sentence: string,
        prepare: (url: string) => Promise<readonly [from: string, to: string]>,
      ]
    > = [
      [
        "two files",
        2,
        "the same kind of database. Copy SQLite to SQLite with outlay backup",
        async () => ["sqlite:none.db", sqlite("other.db")],
      ],
      ["two servers", 2, "with pg_dump", async (url) => [url, url]],
      [
        "a URL that is not a database",
        2,
        "--to must be sqlite:<file>",
        async () => [sample, "mysql://me:s3cret@host/db"],
      ],
      [
        "a missing source, before a target that is not empty",
        5,
        "There is no database",
        async (url) => {
          await on(url, "business", "create", "One")
          return [sqlite("none.db"), url]
        },
      ],
      [
        "an unavailable server",
        5,
        "cannot be opened",
        async () => [sample, "postgres://me:s3cret@127.0.0.1:1/outlay"],
      ],
      [
        "a target that has rows",
        1,
        "is not empty: it has rows in",
        async (url) => {
          await on(url, "business", "create", "One")
          return [sample, url]
        },
      ],
      [
        "a file that has rows",
        1,
        "is not empty: it has rows in",
        async (url) => {
          await on(url, "migrate")
          return [url, copy("filled.db")]
        },
      ],
      [
        "a source of another version",
        5,
        "was made by another 0002-policies",
        async (url) => {
          const from = copy("other-version.db")
          changed("other-version.db", broken)
          return [from, url]
        },
      ],
      [
        "a source of an older version",
        5,
        "open it for writing first",
        async (url) => {
          await on(url, "migrate")
          await runStatements(url, older)
          return [url, sqlite("never.db")]
        },
      ],
      [
        "a target of another version",
        5,
        "was made by another 0002-policies",
        async (url) => {
          await on(url, "migrate")
          await runStatements(url, broken)
          return [sample, url]
        },
      ],
      [
        "a database of another program",
        5,
        "is a database of another program",
        async (url) => {
          await runStatements(url, "create table theirs (id int)")
          return [sample, url]
        },
      ],
    ]
    test.each(cases)("%s", async (_, code, sentence, prepare) => {
      const ended = await outlay(moveArgs(...(await prepare(await newDatabase()))))
      expect(ended).toMatchObject({ code, out: "", err: expect.stringContaining(sentence) })
      expect(ended.err).not.toContain("s3cret")
    })

    test.each(["source", "target"])("a file in use as the %s", async (side) => {
      const file = path(`in-use-${side}.db`)
      copy(`in-use-${side}.db`)
      const runtime = ManagedRuntime.make(SqliteStorage.engine({ file }))
      await runtime.runPromise(runtime.contextEffect)
      const url = await newDatabase()
      await on(url, "migrate")
      const given = side === "source" ? [`sqlite:${file}`, url] : [url, `sqlite:${file}`]
      const { code, err } = await outlay(moveArgs(given[0] ?? "", given[1] ?? ""))
      await runtime.dispose()
      expect([code, err]).toEqual([5, expect.stringContaining("is in use")])
    })

    test.each(["source", "target"])("a server in use as the %s", async (side) => {
      const url = await newDatabase()
      const runtime = ManagedRuntime.make(Layer.orDie(onPostgres({ url })))
      await runtime.runPromise(runtime.contextEffect)
      const given = side === "source" ? [url, sqlite("unused.db")] : [sample, url]
      const { code, err } = await outlay(moveArgs(given[0] ?? "", given[1] ?? ""))
      await runtime.dispose()
      expect([code, err]).toEqual([5, expect.stringContaining("is in use: stop every process")])
      rmSync(path("unused.db"), { force: true })
    })
  })
}

if (hasPostgres) describe("outlay move", tests)
else test(leftOut, () => expect(hasPostgres).toBe(false))
