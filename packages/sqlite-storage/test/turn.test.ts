import { migrations, Sql } from "@outlay/sql-storage"
import Database from "better-sqlite3"
import { Effect, Exit } from "effect"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { Engine } from "../src/engine.ts"
import { open } from "../src/open.ts"
import { Turn, type TurnOptions } from "../src/turn.ts"
import { at, file, statement } from "./given.ts"

const write = statement<{ readonly name: string }>(
  ({ name }) => sql`insert into sequences (name, next) values (${name}, 1)`,
)
const one = statement<object, { readonly one: number }>(() => sql`select 1 as one`)

/** An engine over a file, and another connection that can hold its write lock. */
const contended = (turn: TurnOptions = {}) => {
  const path = file()
  const db = open({ file: path, mode: "writable", migrations, now: at })
  const listener = { committed: () => {}, undone: () => {}, fatal: (_: string) => {} }
  const engine = new Engine(db, listener, true, turn)
  const other = new Database(path)
  const run = <A, E>(effect: Effect.Effect<A, E, Sql>) =>
    Effect.runPromiseExit(Effect.provideService(effect, Sql, engine.sql))
  const put = (name: string) => run(Sql.use((_) => _.transaction(_.run(write, { name }))))
  return { engine, other, run, put, db }
}

test("while another process holds the lock, reads continue and writes wait in order", async () => {
  const { other, run, put, db } = contended()
  other.exec("BEGIN IMMEDIATE")
  const order: Array<string> = []
  const waiting = ["c", "a", "b"].map((name) => put(name).then(() => order.push(name)))
  for (let n = 0; n < 20; n++) {
    const read = await run(Sql.use((_) => _.get(one, {})))
    expect(read).toEqual(Exit.succeed({ one: 1 }))
    await new Promise((done) => setTimeout(done, 5))
    expect(order).toEqual([])
  }
  other.exec("ROLLBACK")
  await Promise.all(waiting)
  expect(order).toEqual(["c", "a", "b"])
  const found = db.prepare<[], string>("select name from sequences order by name").pluck().all()
  expect(found).toEqual(["a", "b", "c"])
  other.close()
})

test("a write that has waited for too long is refused, and later ones still wait", async () => {
  let time = 0
  const { other, put, db } = contended({ now: () => time, timeoutMs: 100 })
  other.exec("BEGIN IMMEDIATE")
  const first = put("first")
  await new Promise((done) => setTimeout(done, 5))
  time = 60
  const second = put("second")
  await new Promise((done) => setTimeout(done, 5))
  time = 110
  const refused = await first
  expect(Exit.isFailure(refused) && JSON.stringify(refused.cause)).toContain("SQLITE_BUSY")
  other.exec("ROLLBACK")
  time = 115
  expect(Exit.isSuccess(await second)).toBe(true)
  expect(db.prepare("select name from sequences").pluck().all()).toEqual(["second"])
  other.close()
})

test("closing waits for pending units, but no longer than their timeout", async () => {
  const { engine, other, put } = contended({ timeoutMs: 20 })
  other.exec("BEGIN IMMEDIATE")
  const refused = put("late")
  await new Promise((done) => setImmediate(done))
  await engine.close("closed")
  expect(Exit.isFailure(await refused)).toBe(true)
  other.close()
})

test.each([
  ["a process that holds the lock for long yields", [12], true, true],
  ["a process that holds it for long in small parts also yields", [3, 3, 3, 3], true, true],
  ["a process that held it briefly continues", [3, 3], true, false],
  ["a process without a service to yield to continues", [50], false, false],
])("%s", async (_, holds, isServed, waits) => {
  let time = 0
  const turn = new Turn({ now: () => time, givesWay: () => isServed })
  for (const length of holds) {
    const since = time
    time += length
    turn.held(since)
  }
  let immediately = false
  const came = turn.comes()
  void came.then(() => {
    immediately = true
  })
  await new Promise((done) => setImmediate(done))
  expect(immediately).toBe(!waits)
  await came
})

test.each([
  ["they have nothing to do", 10, [5, 8, 8.01], 3],
  ["they have had as long as was worked", 10, [4, 11], 2],
  ["one turn is over, if they have nothing to do at all", 10, [0.01], 1],
])("others have their turns until %s", async (_, worked, times, expected) => {
  let turns = 0
  let isOver = false
  // The time at which it begins, and then the time of each look, after a turn of the others.
  const turn = new Turn({ now: () => [0, ...times][turns] ?? Number.NaN })
  const others = () => {
    turns++
    if (isOver) return
    setImmediate(others)
  }
  await new Promise<void>((resolve) => {
    setImmediate(others)
    turn.afterOthers(worked, resolve)
  })
  expect(turns).toBe(expected)
  isOver = true
})
