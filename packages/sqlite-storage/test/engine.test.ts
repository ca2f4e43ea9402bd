import { StorageUnavailable, UnitOfWork } from "@outlay/domain"
import { migrations, Sql, sqlite } from "@outlay/sql-storage"
import Database from "better-sqlite3"
import { Cause, Effect, Exit, Fiber, Result } from "effect"
import { sql as text } from "kysely"
import { describe, expect, test } from "vitest"
import { Engine } from "../src/engine.ts"
import type { Listener } from "../src/listener.ts"
import { open } from "../src/open.ts"
import { SqliteStorage } from "../src/storage.ts"
import { at, failureOf, file, statement, storage } from "./given.ts"

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const names = statement<object, { name: string }>(
  () => text<{ name: string }>`select name from sequences order by name`,
)
const rollback = statement(() => text`insert or rollback into sequences values ('00', 1)`)

const write = (name: string) => Effect.flatMap(Sql, ({ run }) => run(put, { name }))
const unit = <A, E, R>(work: Effect.Effect<A, E, R>, options?: { dryRun: boolean }) =>
  Effect.flatMap(Sql, ({ transaction }) => transaction(work, options))
const written = Effect.flatMap(Sql, ({ all }) =>
  Effect.map(all(names, {}), (rows) => rows.map(({ name }) => name)),
)
const commits = Effect.flatMap(SqliteStorage, ({ statistics }) =>
  Effect.map(statistics, ({ commits }) => commits),
)
const together = <A, E, R>(count: number, work: (n: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => n),
    (n) => Effect.exit(work(n)),
    { concurrency: "unbounded" },
  )
const two = (n: number) => String(n).padStart(2, "0")
const defectOf = <A, E>(exit: Exit.Exit<A, E>) =>
  Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isDieReason)?.defect : undefined
/** An engine for which no time passes, so that no group ends because the machine is slow. */
const still = (groupCommit = true) => {
  const db = open({ file: file(), mode: "writable", migrations, now: at })
  const engine = new Engine(db, quiet, groupCommit, { now: () => 0 })
  const run = <A, E>(effect: Effect.Effect<A, E, Sql>) =>
    Effect.runPromise(Effect.provideService(effect, Sql, engine.sql))
  return { db, run, commits: () => engine.statistics.commits }
}

const quiet: Listener = { committed: () => {}, undone: () => {}, fatal: () => {} }

describe("group commit", () => {
  test.each([
    [true, 1],
    [false, 50],
  ])("50 units that arrive together, groupCommit %s: %d commits", async (groupCommit, expected) => {
    const { db, run, commits } = still(groupCommit)
    await run(together(50, (n) => unit(write(two(n)))))
    expect(await run(written)).toHaveLength(50)
    expect(commits()).toBe(expected)
    db.close()
  })

  test("more units than a group holds take another commit", async () => {
    const { db, run, commits } = still()
    await run(together(257, (n) => unit(write(`${n}`))))
    expect(commits()).toBe(2)
    db.close()
  })

  test("a unit returns only when its whole group is durable", async () => {
    const { db, run, commits } = still()
    const seen: Array<unknown> = []
    const look = Effect.sync(() => seen.push([commits(), db.inTransaction]))
    await run(together(10, (n) => Effect.andThen(unit(write(two(n))), look)))
    expect(seen).toEqual(Array.from({ length: 10 }, () => [1, false]))
    db.close()
  })

  test("units that fail, or are dry runs, commit nothing", async () => {
    const { run } = storage()
    await run(together(5, (n) => unit(Effect.andThen(write(two(n)), Effect.fail("no")))))
    await run(together(5, (n) => unit(write(two(n)), { dryRun: true })))
    expect(await run(commits)).toBe(0)
    expect(await run(written)).toEqual([])
  })
})

describe("fifty units at once", () => {
  const suspended = /must not suspend/u
  const kinds = [
    { ends: "well", after: Effect.void, isSaved: true },
    { ends: "in a refusal", after: Effect.fail("refused"), isSaved: false },
    { ends: "in a defect", after: Effect.die("broken"), isSaved: false },
    { ends: "suspended", after: Effect.sleep("1 millis"), isSaved: false },
    { ends: "broken by a constraint", after: write("00"), isSaved: false },
  ] as const

  test.each([true, false])(
    "each is committed or rolled back alone, groupCommit %s",
    async (grouped) => {
      const { run } = storage({ groupCommit: grouped })
      const kind = (n: number) => kinds[n % kinds.length] as (typeof kinds)[number]
      const exits = await run(
        together(50, (n) =>
          unit(Effect.andThen(write(two(n)), kind(n).after as Effect.Effect<void>)),
        ),
      )
      const expected = exits.flatMap((_, n) => (kind(n).isSaved ? [two(n)] : []))
      expect(await run(written)).toEqual(expected)
      for (const [n, exit] of exits.entries()) {
        expect(Exit.isSuccess(exit), kind(n).ends).toBe(kind(n).isSaved)
      }
      expect(failureOf(exits[1]!)).toBe("refused")
      expect(defectOf(exits[2]!)).toBe("broken")
      expect(String(defectOf(exits[3]!))).toMatch(suspended)
      expect(String(defectOf(exits[4]!))).toMatch(/UNIQUE constraint failed/u)
    },
  )

  test("work that suspends is stopped at that point", async () => {
    const { run, exit } = storage()
    const later = unit(
      Effect.andThen(unit(Effect.andThen(write("a"), Effect.sleep("1 millis"))), write("b")),
    )
    expect(String(defectOf(await exit(later)))).toMatch(suspended)
    await run(Effect.sleep("20 millis"))
    expect(await run(written)).toEqual([])
    await run(unit(write("c")))
    expect(await run(written)).toEqual(["c"])
  })

  test("a unit that is interrupted while pending does not run", async () => {
    const { run } = storage()
    await run(
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(unit(write("a")), { startImmediately: true })
        yield* Fiber.interrupt(fiber)
        yield* unit(write("b"))
      }),
    )
    expect(await run(written)).toEqual(["b"])
  })
})

describe("nested units", () => {
  const no = Effect.fail("no" as const)
  const cases = [
    ["all succeed", unit(Effect.andThen(write("a"), unit(write("b")))), ["a", "b"]],
    [
      "an inner failure rolls back only itself",
      unit(Effect.andThen(write("a"), Effect.ignore(unit(Effect.andThen(write("b"), no))))),
      ["a"],
    ],
    [
      "an outer failure rolls back the inner unit",
      Effect.ignore(unit(Effect.andThen(unit(write("a")), no))),
      [],
    ],
    [
      "the innermost of three fails",
      unit(
        Effect.all([
          write("a"),
          unit(
            Effect.all([
              write("b"),
              Effect.ignore(unit(Effect.andThen(write("c"), no))),
              unit(write("d")),
            ]),
          ),
          write("e"),
        ]),
      ),
      ["a", "b", "d", "e"],
    ],
    [
      "an inner dry run",
      unit(Effect.andThen(unit(write("a"), { dryRun: true }), write("b"))),
      ["b"],
    ],
    ["an outer dry run", unit(Effect.andThen(unit(write("a")), write("b")), { dryRun: true }), []],
    [
      "an inner defect that is caught",
      unit(
        Effect.andThen(write("a"), Effect.exit(unit(Effect.andThen(write("b"), Effect.die("oh"))))),
      ),
      ["a"],
    ],
  ] as const

  test.each(cases)("%s", async (_, work, expected) => {
    const { run } = storage()
    await run(work as Effect.Effect<unknown, unknown, Sql>)
    expect(await run(written)).toEqual(expected)
  })
})

describe("outside a unit", () => {
  test("a statement that writes is a separate unit", async () => {
    const { run } = storage()
    expect(await run(write("a"))).toBe(1)
    expect(await run(commits)).toBe(1)
  })

  test("a dry run sees what it wrote, returns it, and saves nothing", async () => {
    const { run } = storage()
    const rehearsal = Effect.flatMap(UnitOfWork, ({ dryRun }) =>
      dryRun(Effect.andThen(write("a"), written)),
    )
    expect(await run(rehearsal)).toEqual(["a"])
    expect(await run(written)).toEqual([])
  })

  test("after closing, everything is unavailable, and pending units are done", async () => {
    const path = file()
    const { run, close } = storage({ file: path })
    const sql = await run(Effect.map(Sql, (sql) => sql))
    const last = run(unit(write("a")))
    await new Promise((resolve) => setImmediate(resolve))
    await close()
    await last
    const late = await Effect.runPromise(Effect.result(sql.all(names, {})))
    expect(Result.isFailure(late) && late.failure).toBeInstanceOf(StorageUnavailable)
    expect(await storage({ file: path }).run(written)).toEqual(["a"])
  })
})

/** An engine whose statement with this text fails with this code while it is armed. */
const failing = (sql: string, code: string) => {
  const db = open({ file: file(), mode: "writable", migrations, now: at })
  const prepare = db.prepare.bind(db)
  let armed = false
  db.prepare = ((source: string) => {
    const real = prepare(source)
    if (source !== sql) return real
    const run = real.run.bind(real)
    real.run = (...parameters) => {
      if (armed) throw new Database.SqliteError("injected", code)
      return run(...parameters)
    }
    return real
  }) as typeof db.prepare
  const fatal: Array<string> = []
  const listener: Listener = { ...quiet, fatal: (reason) => fatal.push(reason) }
  const engine = new Engine(db, listener, true, { timeoutMs: 0, now: () => 0 })
  const run = <A, E>(effect: Effect.Effect<A, E, Sql>) =>
    Effect.runPromise(Effect.provideService(effect, Sql, engine.sql))
  const arm = (on: boolean) => {
    armed = on
  }
  return { db, run, arm, fatal }
}

const refusedAll = (exits: ReadonlyArray<Exit.Exit<unknown, unknown>>, isUnknown = false) =>
  exits.every((exit) => {
    const failure = failureOf(exit)
    return failure instanceof StorageUnavailable && (failure.isUnknown ?? false) === isUnknown
  })

describe("a COMMIT that fails", () => {
  const work = (n: number) =>
    unit(Effect.andThen(write(`x${n}`), n === 2 ? Effect.fail("refused") : Effect.void))

  test.each(["SQLITE_IOERR_FSYNC", "SQLITE_IOERR", "SQLITE_CORRUPT", "SQLITE_INTERNAL"])(
    "stops the engine for good, and the outcome is unknown: %s",
    async (code) => {
      const { db, run, arm, fatal } = failing("COMMIT", code)
      await run(unit(write("a")))
      arm(true)
      expect(refusedAll(await run(together(5, work)), true)).toBe(true)
      arm(false)
      expect(refusedAll(await run(together(2, () => written)))).toBe(true)
      expect(refusedAll(await run(together(2, (n) => unit(write(`y${n}`)))))).toBe(true)
      expect(fatal).toEqual([`${code}: injected`])
      expect(db.prepare("select name from sequences").pluck().all()).toEqual(["a"])
    },
  )

  test.each(["SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR_WRITE"])(
    "rolls back its group, and the engine continues: %s",
    async (code) => {
      const { run, arm, fatal } = failing("COMMIT", code)
      arm(true)
      expect(refusedAll(await run(together(5, work)))).toBe(true)
      arm(false)
      expect(await run(written)).toEqual([])
      await run(unit(write("b")))
      expect(await run(written)).toEqual(["b"])
      expect(fatal).toEqual([])
    },
  )
})

describe("other failures", () => {
  test.each(["SQLITE_BUSY", "SQLITE_FULL"])("BEGIN fails with %s: nothing runs", async (code) => {
    const { run, arm } = failing("BEGIN IMMEDIATE", code)
    arm(true)
    expect(refusedAll(await run(together(3, (n) => unit(write(two(n))))))).toBe(true)
    arm(false)
    expect(await run(written)).toEqual([])
  })

  test.each([
    ["SQLITE_IOERR_FSYNC", true],
    ["SQLITE_CORRUPT", true],
    ["SQLITE_FULL", false],
    ["SQLITE_BUSY", false],
  ])("a checkpoint fails with %s: the engine stops: %s", async (code, stops) => {
    const stopped: Array<string> = []
    const db = open({ file: ":memory:", mode: "writable", migrations, now: at })
    const engine = new Engine(db, { ...quiet, fatal: (why) => stopped.push(why) }, true)
    engine.failed(new Database.SqliteError("of the disk", code))
    expect(stopped).toEqual(stops ? [`${code}: of the disk`] : [])
    const exit = await Effect.runPromiseExit(engine.sql.all(names, {}))
    expect(Exit.isFailure(exit)).toBe(stops)
  })

  test("another process holds the lock: unavailable until it releases the lock", async () => {
    const { db, run } = failing("", "")
    const other = new Database(db.name)
    other.exec("BEGIN IMMEDIATE")
    expect(refusedAll(await run(together(3, (n) => unit(write(two(n))))))).toBe(true)
    other.exec("ROLLBACK")
    other.close()
    await run(unit(write("a")))
    expect(await run(written)).toEqual(["a"])
  })

  test("a statement that fails on a full disk fails only its unit", async () => {
    const { run, arm } = failing(put.in(sqlite).sql, "SQLITE_FULL")
    const armed = (on: boolean) => Effect.sync(() => arm(on))
    const exits = await run(
      together(3, (n) =>
        n === 1
          ? unit(Effect.ensuring(Effect.andThen(armed(true), write("b")), armed(false)))
          : unit(write(two(n))),
      ),
    )
    expect(exits.map(Exit.isSuccess)).toEqual([true, false, true])
    expect(failureOf(exits[1]!)).toBeInstanceOf(StorageUnavailable)
    expect(await run(written)).toEqual(["00", "02"])
  })

  test("a damaged page stops the engine", async () => {
    const { run, arm, fatal } = failing(put.in(sqlite).sql, "SQLITE_CORRUPT_VTAB")
    arm(true)
    expect(refusedAll(await run(together(2, (n) => unit(write(two(n))))))).toBe(true)
    expect(fatal).toEqual(["SQLITE_CORRUPT_VTAB: injected"])
  })

  test("if SQLite rolls back the whole transaction, nothing of the group is saved", async () => {
    const { run } = failing("", "")
    const giveUp = Effect.flatMap(Sql, (sql) => Effect.exit(sql.run(rollback, {})))
    const after = [giveUp, Effect.ignore(write("b")), Effect.ignore(unit(write("c")))]
    const exits = await run(
      together(4, (n) => unit(n === 1 ? Effect.asVoid(Effect.all(after)) : write(two(n)))),
    )
    expect(refusedAll(exits)).toBe(true)
    expect(await run(written)).toEqual([])
    await run(unit(write("d")))
    expect(await run(written)).toEqual(["d"])
  })
})

describe("modes", () => {
  test("readable: reads, and writes nothing", async () => {
    const path = file()
    const { run: writer } = storage({ file: path })
    await writer(unit(write("a")))
    const { run, exit } = storage({ file: path, mode: "readable" })
    expect(await run(unit(written))).toEqual(["a"])
    expect(failureOf(await exit(unit(write("b"))))).toBeInstanceOf(StorageUnavailable)
    await writer(unit(write("c")))
    expect(await run(written)).toEqual(["a", "c"])
  })

  test("writable: commits are durable", () => {
    const db = open({ file: file(), mode: "writable", migrations, now: at })
    const pragma = (name: string) => db.pragma(name, { simple: true })
    expect(pragma("journal_mode")).toBe("wal")
    expect(pragma("synchronous")).toBe(2)
    expect(pragma("foreign_keys")).toBe(1)
    db.close()
  })
})
