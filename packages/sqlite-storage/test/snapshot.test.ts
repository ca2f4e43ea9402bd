import { migrations, Sql, sliceWeight } from "@outlay/sql-storage"
import Database from "better-sqlite3"
import { Effect, Stream } from "effect"
import { sql as text } from "kysely"
import { afterEach, describe, expect, test } from "vitest"
import { Engine } from "../src/engine.ts"
import { open } from "../src/open.ts"
import { at, file, statement } from "./given.ts"

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const names = statement<object, { name: string }>(
  () => text<{ name: string }>`select name from sequences order by name`,
)
const namesOf = (rows: ReadonlyArray<{ readonly name: string }>) => rows.map(({ name }) => name)
const write = (name: string) => Effect.flatMap(Sql, ({ run }) => run(put, { name }))
const read = Effect.flatMap(Sql, ({ all }) => Effect.map(all(names, {}), namesOf))
const viewed = Effect.flatMap(Sql, ({ view }) =>
  view(({ all }) =>
    Effect.map(
      all(names, {}, () => 1),
      namesOf,
    ),
  ),
)
const readStream = <A>(between: () => Promise<A>) =>
  Effect.flatMap(Sql, ({ stream }) =>
    Stream.runForEach(stream(names, {}), () => Effect.promise(between)),
  )

const ends: Array<() => void> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** An engine, and another connection that commits to its file. */
const given = (path = file()) => {
  const db = open({ file: path, mode: "writable", migrations, now: at })
  const listener = { committed: () => {}, undone: () => {}, fatal: () => {} }
  const engine = new Engine(db, listener, true)
  const other = path === ":memory:" ? null : new Database(path)
  ends.push(() => {
    other?.close()
    db.close()
  })
  return {
    db,
    engine,
    run: <A, E>(work: Effect.Effect<A, E, Sql>) =>
      Effect.runPromise(Effect.provideService(work, Sql, engine.sql)),
    commit: (name: string) => other?.prepare("insert into sequences values (?, 1)").run(name),
  }
}

describe.each([
  ["reads", read],
  ["views", viewed],
])("%s in one turn of the event loop", (_, reading) => {
  test("see the same state, and in the next turn the commits of others", async () => {
    const { run, commit } = given()
    const first = run(reading)
    commit("a")
    const second = run(reading)
    expect(await Promise.all([first, second])).toEqual([[], []])
    await nextTurn()
    expect(await run(reading)).toEqual(["a"])
  })

  test("share one read transaction, which ends with the turn", async () => {
    const { db, run } = given()
    const readings = [run(reading), run(reading), run(reading)]
    expect(db.inTransaction).toBe(true)
    await Promise.all(readings)
    await nextTurn()
    expect(db.inTransaction).toBe(false)
  })

  test("see the commits of a unit in that turn", async () => {
    const { run } = given()
    const before = run(reading)
    const after = run(Effect.andThen(write("a"), reading))
    expect(await before).toEqual([])
    expect(await after).toEqual(["a"])
    const within = Effect.flatMap(Sql, ({ transaction }) =>
      transaction(Effect.andThen(write("b"), reading)),
    )
    const [, inUnit] = await Promise.all([run(reading), run(within)])
    expect(inUnit).toEqual(["a", "b"])
  })
})

test("a read of many turns is not ended by reads of one turn", async () => {
  const { db, run } = given()
  await run(Effect.andThen(write("a"), write("b")))
  let seen = 0
  await run(
    readStream(async () => {
      // A read within the stream, in a separate turn.
      expect(await run(read)).toEqual(["a", "b"])
      await nextTurn()
      seen++
    }),
  )
  expect(seen).toBe(2)
  expect(await run(read)).toEqual(["a", "b"])
  expect(db.inTransaction).toBe(true)
  await nextTurn()
  expect(db.inTransaction).toBe(false)
})

test("work that reads the connection in several turns has no snapshot", async () => {
  const { db, engine, run } = given()
  const reading = run(read)
  await engine.undisturbed(async () => {
    expect(db.inTransaction).toBe(false)
    await run(read)
    expect(db.inTransaction).toBe(false)
  })
  await reading
  await run(read)
  expect(db.inTransaction).toBe(true)
})

test("more than a slice is read by another connection, at a later instant", async () => {
  const { run, commit } = given()
  await run(write("a"))
  const many = Effect.flatMap(Sql, ({ view }) =>
    view(({ all }) =>
      Effect.map(
        all(names, {}, () => sliceWeight + 1),
        namesOf,
      ),
    ),
  )
  const reading = run(many)
  commit("b")
  expect((await reading).slice(0, 1)).toEqual(["a"])
})

test("a database in memory, to which no one else commits, needs no snapshot", async () => {
  const { db, run } = given(":memory:")
  const reading = run(read)
  expect(db.inTransaction).toBe(false)
  expect(await reading).toEqual([])
})

test("a failed read that ends the snapshot does not affect later reads", async () => {
  const { db, run, commit } = given()
  const before = run(read)
  // SQLite does this after a disk error.
  db.exec("ROLLBACK")
  commit("a")
  expect(await run(viewed)).toEqual(["a"])
  expect(await before).toEqual([])
  await nextTurn()
  expect(await run(viewed)).toEqual(["a"])
})

test("closing the connection in the turn of a read ends the snapshot", async () => {
  const { db, run } = given()
  const reading = run(read)
  db.close()
  expect(await reading).toEqual([])
  await nextTurn()
})
