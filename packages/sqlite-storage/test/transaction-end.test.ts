import { LongUnit } from "@outlay/domain/ports"
import { migrations, Sql, sliceWeight } from "@outlay/sql-storage"
import { Effect, Exit, Stream } from "effect"
import { sql as text } from "kysely"
import { afterEach, expect, test } from "vitest"
import { Engine } from "../src/engine.ts"
import { open } from "../src/open.ts"
import { at, failureOf, file, statement } from "./given.ts"

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const names = statement<object, { name: string }>(
  () => text<{ name: string }>`select name from sequences order by name`,
)
const write = (name: string) => Effect.flatMap(Sql, ({ run }) => run(put, { name }))
const namesOf = (rows: ReadonlyArray<{ readonly name: string }>) => rows.map(({ name }) => name)
const read = Effect.flatMap(Sql, ({ all }) => Effect.map(all(names, {}), namesOf))
const streamed = Effect.flatMap(Sql, ({ stream }) =>
  Effect.map(Stream.runCollect(stream(names, {})), namesOf),
)
const viewed = Effect.flatMap(Sql, ({ view }) =>
  view(({ all }) =>
    Effect.map(
      all(names, {}, () => sliceWeight + 1),
      namesOf,
    ),
  ),
)
const unit = <A, E>(work: Effect.Effect<A, E, Sql>) =>
  Effect.flatMap(Sql, ({ transaction }) => transaction(work))
const long = <A, E>(work: Effect.Effect<A, E, Sql>) =>
  Effect.provideService(unit(work), LongUnit, true)

const ends: Array<() => void> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** An engine whose log reaches the disk when the test decides. */
const held = (path = file()) => {
  const db = open({ file: path, mode: "writable", migrations, now: at })
  const fatal: Array<string> = []
  let atOnce = 0
  let waiting: PromiseWithResolvers<void> | null = null
  const synced = {
    now: () => {
      atOnce++
    },
    later: () => {
      waiting = Promise.withResolvers<void>()
      return waiting.promise
    },
  }
  const listener = {
    committed: () => {},
    undone: () => {},
    fatal: (why: string) => fatal.push(why),
  }
  const engine = new Engine(db, listener, true, { synced, timeoutMs: 1e9 })
  ends.push(() => db.close())
  return {
    db,
    engine,
    fatal,
    atOnce: () => atOnce,
    exit: <A, E>(work: Effect.Effect<A, E, Sql>) =>
      Effect.runPromiseExit(Effect.provideService(work, Sql, engine.sql)),
    run: <A, E>(work: Effect.Effect<A, E, Sql>) =>
      Effect.runPromise(Effect.provideService(work, Sql, engine.sql)),
    /** Waits until a commit waits for the disk. */
    untilWaiting: async () => {
      while (waiting === null) await nextTurn()
      const { resolve, reject } = waiting
      waiting = null
      return { resolve, reject }
    },
  }
}

/** Waits for a few turns. */
const later = async () => {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

test("a long unit does not return, and no one sees it, until its log is on the disk", async () => {
  const { run, untilWaiting } = held()
  await run(unit(write("before")))
  let isAnswered = false
  const writing = run(long(write("long"))).then(() => {
    isAnswered = true
  })
  const { resolve } = await untilWaiting()
  const reads = [streamed, viewed].map(run)
  await later()
  expect(await run(read)).toEqual(["before"])
  expect(isAnswered).toBe(false)
  resolve()
  await writing
  expect(await run(read)).toEqual(["before", "long"])
  // Reads of several turns wait, and see it.
  expect(await Promise.all(reads)).toEqual(Array(2).fill(["before", "long"]))
})

test("the next unit waits for it, and SQLite itself syncs that unit", async () => {
  const { db, run, untilWaiting } = held()
  const writing = run(long(write("a")))
  const { resolve } = await untilWaiting()
  let isAnswered = false
  const next = run(unit(Effect.andThen(write("b"), read))).then((seen) => {
    isAnswered = true
    return seen
  })
  await later()
  expect([isAnswered, db.inTransaction]).toEqual([false, false])
  resolve()
  await writing
  expect(await next).toEqual(["a", "b"])
  expect(db.pragma("synchronous", { simple: true })).toBe(2)
})

test("a failed sync stops the engine: nothing is returned or read any more", async () => {
  const { exit, fatal, untilWaiting } = held()
  const writing = exit(long(write("a")))
  const { reject } = await untilWaiting()
  reject(new Error("EIO: fdatasync"))
  expect(failureOf(await writing)).toMatchObject({ isUnknown: true, reason: "EIO: fdatasync" })
  expect(fatal).toEqual(["EIO: fdatasync"])
  expect(failureOf(await exit(read))).not.toHaveProperty("isUnknown")
  expect(Exit.isFailure(await exit(unit(write("b"))))).toBe(true)
})

test("a long unit that is rolled back waits for nothing", async () => {
  const { exit, run } = held()
  expect(Exit.isFailure(await exit(long(Effect.andThen(write("a"), Effect.fail("no")))))).toBe(true)
  expect(await run(read)).toEqual([])
})

test("while the connection is read in several turns, a long unit is synced at once", async () => {
  const { engine, run, atOnce } = held()
  await engine.undisturbed(() => run(long(write("a"))))
  expect(atOnce()).toBe(1)
  expect(await run(read)).toEqual(["a"])
})

test("a database in memory is not synced", async () => {
  const { run, atOnce } = held(":memory:")
  await run(long(write("a")))
  expect(atOnce()).toBe(0)
  expect(await run(read)).toEqual(["a"])
})

test("the log restarts if long units follow one another", async () => {
  const { db, run, untilWaiting } = held()
  const put = async (n: number) => {
    const writing = run(long(write(`${n}`.repeat(20_000_000))))
    const { resolve } = await untilWaiting()
    resolve()
    await writing
    const [size] = db.pragma("wal_checkpoint(NOOP)") as [{ log: number; checkpointed: number }]
    return size
  }
  const sizes: Array<{ log: number; checkpointed: number }> = []
  for (let n = 1; n <= 9; n++) sizes.push(await put(n))
  const moved = sizes.findIndex(({ log, checkpointed }) => log === checkpointed)
  // No thread moves the log, so a commit of a long unit does once it has 128 MB; each adds 20 MB.
  expect(moved).toBe(6)
  expect(sizes[moved + 1]?.log).toBeLessThan(sizes[moved]?.log ?? 0)
})

test("closing waits for the disk", async () => {
  const { engine, run, untilWaiting } = held()
  const writing = run(long(write("a")))
  const { resolve } = await untilWaiting()
  let isClosed = false
  const closing = engine.close("closed").then(() => {
    isClosed = true
  })
  await later()
  expect(isClosed).toBe(false)
  resolve()
  await Promise.all([closing, writing])
})
