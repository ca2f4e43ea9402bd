import { existsSync } from "node:fs"
import { changed } from "@outlay/domain/ports"
import { type Cache, migrations, Sql, type Step } from "@outlay/sql-storage"
import { Cause, Effect, Exit } from "effect"
import { sql as text } from "kysely"
import { afterEach, describe, expect, test } from "vitest"
import { connect } from "../src/connection.ts"
import { Engine } from "../src/engine.ts"
import type { Listener } from "../src/listener.ts"
import { open } from "../src/open.ts"
import { at, budget, decision, file, folder, statement } from "./given.ts"

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const names = statement<object, { name: string }>(
  () => text<{ name: string }>`select name from sequences order by name`,
)
const write = (name: string) => Effect.flatMap(Sql, ({ run }) => run(put, { name }))
const read = Effect.flatMap(Sql, ({ all }) =>
  Effect.map(all(names, {}), (rows) => rows.map(({ name }) => name)),
)
const unit = <A, E>(work: Effect.Effect<A, E, Sql>, options?: { dryRun: boolean }) =>
  Effect.flatMap(Sql, ({ transaction }) => transaction(work, options))

/** Enough rows for several pauses: there may be one after each twenty. */
const many = Array.from({ length: 100 }, (_, n) => `many ${String(n).padStart(3, "0")}`)
const step: Step<{ name: string }> = {
  statement: put,
  rows: many.map((name) => ({ name })),
  values: null,
  exact: true,
}
const writeMany = Effect.flatMap(Sql, ({ batch }) => batch([step]))

const ends: Array<() => void> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** An engine whose clock makes everything take long. */
const slow = (path = file(), tick = 4) => {
  let millis = 0
  const ended: Array<string> = []
  const listener: Listener = {
    committed: () => ended.push("committed"),
    undone: () => ended.push("undone"),
    fatal: () => {},
  }
  const db = open({ file: path, mode: "writable", migrations, now: at })
  const engine = new Engine(db, listener, true, { now: () => (millis += tick), timeoutMs: 1e9 })
  ends.push(() => db.close())
  const provided = <A, E>(effect: Effect.Effect<A, E, Sql>) =>
    Effect.provideService(effect, Sql, engine.sql)
  return {
    db,
    engine,
    ended,
    run: <A, E>(effect: Effect.Effect<A, E, Sql>) => Effect.runPromise(provided(effect)),
    exit: <A, E>(effect: Effect.Effect<A, E, Sql>) => Effect.runPromiseExit(provided(effect)),
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Waits until a unit pauses: the transaction is open between turns. */
const untilPaused = async (db: { readonly inTransaction: boolean }) => {
  const end = performance.now() + 300_000
  while (!db.inTransaction) {
    if (performance.now() > end) throw new Error("no unit pauses within five minutes")
    await nextTurn()
  }
}

describe("a long unit", () => {
  test("pauses while others read the last commit, and is committed completely", async () => {
    const { db, run, ended } = slow()
    await run(unit(write("before")))
    const long = run(unit(writeMany))
    let pauses = 0
    for (await untilPaused(db); db.inTransaction; await nextTurn()) {
      pauses++
      expect(await run(read)).toEqual(["before"])
    }
    await long
    expect(pauses).toBeGreaterThan(1)
    expect(await run(read)).toEqual(["before", ...many])
    expect(ended).toEqual(["committed", "committed"])
  })

  test("ends even if every turn is over before it began", async () => {
    const { run } = slow(file(), 20)
    await run(unit(writeMany))
    expect(await run(read)).toEqual(many)
  })

  test("ends before the next unit begins, which sees its writes", async () => {
    const { db, run } = slow()
    const long = run(unit(writeMany))
    await untilPaused(db)
    const seen = await run(unit(Effect.andThen(write("after"), read)))
    expect(seen).toEqual(["after", ...many])
    await long
  })

  const ending = [
    ["in a refusal", Effect.fail("refused"), /refused/u],
    ["in a defect", Effect.die("broken"), /broken/u],
    ["by suspending itself", Effect.sleep("1 millis"), /must not suspend/u],
    ["by violating a constraint", write("many 050"), /UNIQUE constraint failed/u],
  ] as const
  test.each(ending)("saves nothing if it ends %s", async (_, end, reason) => {
    const { db, run, exit, ended: transactions } = slow()
    const long = exit(unit(Effect.andThen(writeMany, end as Effect.Effect<unknown, string, Sql>)))
    await untilPaused(db)
    expect(await run(read)).toEqual([])
    const ended = await long
    expect(Exit.isFailure(ended) && Cause.pretty(ended.cause)).toMatch(reason)
    expect(await run(read)).toEqual([])
    expect(transactions).toEqual(["undone"])
    await run(unit(write("next")))
    expect(await run(read)).toEqual(["next"])
  })

  test("saves nothing if it is a dry run", async () => {
    const { run } = slow()
    expect(await run(unit(Effect.andThen(writeMany, read), { dryRun: true }))).toEqual(many)
    expect(await run(read)).toEqual([])
  })

  test("also pauses in a nested unit, which is rolled back alone", async () => {
    const { run } = slow()
    const inner = Effect.exit(unit(Effect.andThen(writeMany, Effect.fail("no"))))
    await run(unit(Effect.andThen(inner, write("outer"))))
    expect(await run(read)).toEqual(["outer"])
  })

  test("runs in a group with other units, one of which fails", async () => {
    const { db, run, exit } = slow()
    const all = [
      run(unit(writeMany)),
      exit(unit(Effect.andThen(write("b"), Effect.fail("no")))),
      run(unit(write("c"))),
    ]
    await untilPaused(db)
    await Promise.all(all)
    expect(await run(read)).toEqual(["c", ...many])
  })

  test("continues to its end after its caller was interrupted", async () => {
    const { db, engine, run } = slow()
    const long = Effect.runFork(Effect.provideService(unit(writeMany), Sql, engine.sql))
    await untilPaused(db)
    long.interruptUnsafe()
    while (db.inTransaction) await nextTurn()
    expect(await run(read)).toEqual(many)
  })
})

test("a unit may pause at a rest, and outside of a unit nothing pauses", async () => {
  const { db, run } = slow()
  const rest = Effect.flatMap(Sql, ({ rest }) => rest)
  const steps = Effect.forEach(Array.from({ length: 50 }), () => rest)
  const long = run(unit(Effect.andThen(steps, write("rested"))))
  await untilPaused(db)
  await run(steps)
  expect(await run(read)).toEqual([])
  await long
  expect(await run(read)).toEqual(["rested"])
})

test("a unit may pause after each of its statements", async () => {
  const { db, run } = slow()
  const names = [..."abcdefghij"]
  const writing = run(unit(Effect.forEach(names, write)))
  await untilPaused(db)
  await writing
  expect(await run(read)).toEqual(names)
})

test("closing waits for a paused unit", async () => {
  const path = file()
  const { db, engine, run } = slow(path)
  const long = run(unit(writeMany))
  await untilPaused(db)
  await engine.close("closed")
  await long
  const after = connect(path, { readonly: true })
  expect(after.prepare("select count(*) from sequences").pluck().get()).toBe(many.length)
  after.close()
})

test("a backup never has half a unit: it waits for one, and none pauses during it", async () => {
  const { db, engine, run } = slow()
  const copy = `${folder()}/copy.db`
  const long = run(unit(writeMany))
  await untilPaused(db)
  const copying = engine.undisturbed(() => db.backup(copy, { progress: () => 1 }))
  const second = many.map((name) => ({ name: `second ${name}` }))
  await long
  const during = run(unit(Effect.flatMap(Sql, ({ batch }) => batch([{ ...step, rows: second }]))))
  let turns = 0
  for (; db.inTransaction; await nextTurn()) turns++
  await during
  await copying
  expect(turns).toBe(0)
  const copied = connect(copy, { readonly: true })
  const count = copied.prepare("select count(*) from sequences").pluck().get()
  copied.close()
  expect([many.length, 2 * many.length]).toContain(count)
})

test("a database in memory has no second connection, and nothing pauses", async () => {
  const { db, run } = slow(":memory:")
  const long = run(unit(writeMany))
  for (let turn = 0; turn < 5; turn++) {
    expect(db.inTransaction).toBe(false)
    await nextTurn()
  }
  await long
  expect(await run(read)).toEqual(many)
  expect(existsSync(":memory:")).toBe(false)
})

test("a name that a unit changes is not cached while it pauses, or after it", async () => {
  const { db, engine, run } = slow()
  const cache = engine.sql.cache as Cache
  const before = budget("b1")
  const after = { ...before, name: "Trips" }
  const known = () => cache.namedRows(1).budgets.get("b1")?.name
  const learn = (row: typeof before) => cache.namedRows(1).budgets.learn(["b1"], [row])
  const renaming = Effect.sync(() => {
    cache.wrote([decision({ result: undefined, writes: [changed("budgets", before, after)] })])
    learn(after)
  })
  const long = run(unit(Effect.andThen(renaming, writeMany)))
  await untilPaused(db)
  expect(known()).toBeUndefined()
  learn(before)
  await long
  expect(known()).toBeUndefined()
})
