import { type Asking, migrations, Sql } from "@outlay/sql-storage"
import { Cause, Effect, Exit } from "effect"
import { sql as text } from "kysely"
import { afterEach, describe, expect, test } from "vitest"
import { Engine } from "../src/engine.ts"
import { open } from "../src/open.ts"
import { at, file, statement } from "./given.ts"

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const counted = statement<{ readonly count: number }, { readonly n: number }>(
  (p) => text<{ n: number }>`with recursive numbers(n) as (select 1 union all
    select n + 1 from numbers where n < ${p.count}) select n from numbers`,
)
const given = statement<{ readonly list: string }, { readonly n: number }>(
  (p) => text<{ n: number }>`select value as n from json_each(${p.list})`,
)
/** Fails at its last row, the 2,001st. */
const failing = statement<object, { readonly n: number }>(
  () => text<{ n: number }>`with recursive numbers(n) as (select 1 union all
    select n + 1 from numbers where n < 2001)
    select case when n = 2001 then json('{') else n end as n from numbers`,
)
const numbers = (count: number): ReadonlyArray<{ n: number }> =>
  Array.from({ length: count }, (_, n) => ({ n: n + 1 }))
const numbered = (count: number): Asking => ({
  statement: counted,
  params: { count },
  first: false,
})
const listed = (count: number): Asking => ({
  statement: given,
  params: { list: JSON.stringify(numbers(count).map(({ n }) => n)) },
  first: false,
})

const ends: Array<() => void> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** An engine whose clock makes everything take long. */
const slow = () => {
  let millis = 0
  const listener = { committed: () => {}, undone: () => {}, fatal: () => {} }
  const db = open({ file: file(), mode: "writable", migrations, now: at })
  const engine = new Engine(db, listener, true, { now: () => (millis += 4), timeoutMs: 1e9 })
  ends.push(() => db.close())
  const provided = <A, E>(effect: Effect.Effect<A, E, Sql>) =>
    Effect.provideService(effect, Sql, engine.sql)
  return {
    db,
    unit: <A, E>(work: Effect.Effect<A, E, Sql>) =>
      Effect.runPromiseExit(provided(Effect.flatMap(Sql, ({ transaction }) => transaction(work)))),
    outside: <A, E>(work: Effect.Effect<A, E, Sql>) => Effect.runPromise(provided(work)),
  }
}

const ask = (...queries: ReadonlyArray<Asking>) =>
  Effect.flatMap(Sql, ({ together }) => together(queries))
const write = (name: string) => Effect.flatMap(Sql, ({ run }) => run(put, { name }))
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Returns the number of turns of the event loop that others had while the transaction was open. */
const turnsDuring = async (
  db: { readonly inTransaction: boolean },
  unit: Promise<unknown>,
  meanwhile: () => Promise<unknown> = nextTurn,
): Promise<number> => {
  let isOver = false
  const over = unit.finally(() => {
    isOver = true
  })
  let turns = 0
  for (; !isOver; await nextTurn()) {
    if (!db.inTransaction) continue
    turns++
    await meanwhile()
  }
  await over
  return turns
}

describe("a result of many rows", () => {
  test("lets others run from the first time if a parameter is a long list", async () => {
    const { db, unit } = slow()
    const read = unit(ask(numbered(3), listed(4_000), numbered(1)))
    expect(await turnsDuring(db, read)).toBeGreaterThan(3)
    expect(await read).toEqual(Exit.succeed([numbers(3), numbers(4_000), numbers(1)]))
  })

  test("lets others run if the last result was as long", async () => {
    const { db, unit } = slow()
    const all = ask(numbered(1_000))
    expect(await unit(all)).toEqual(Exit.succeed([numbers(1_000)]))
    const again = unit(all)
    expect(await turnsDuring(db, again)).toBeGreaterThan(1)
    expect(await again).toEqual(Exit.succeed([numbers(1_000)]))
  })

  test("is read at once if the last result was short", async () => {
    const { db, unit } = slow()
    await unit(ask(numbered(1_000)))
    await unit(ask(numbered(10)))
    const short = unit(ask(numbered(10)))
    expect(await turnsDuring(db, short)).toBeLessThan(3)
    expect(await short).toEqual(Exit.succeed([numbers(10)]))
  })

  test("lets others read at the same time, and the unit write afterwards", async () => {
    const { db, unit, outside } = slow()
    const long = unit(Effect.andThen(ask(listed(4_000)), write("after")))
    await turnsDuring(db, long, async () =>
      expect(await outside(ask(numbered(2)))).toEqual([numbers(2)]),
    )
    expect(Exit.isSuccess(await long)).toBe(true)
    expect(db.prepare("select name from sequences").pluck().all()).toEqual(["after"])
  })

  test("ends the unit with its error, and leaves the connection free", async () => {
    const { db, unit } = slow()
    const query: Asking = { statement: failing, params: {}, first: false }
    const first = await unit(ask(query))
    expect(Exit.isFailure(first) && Cause.pretty(first.cause)).toMatch(/malformed JSON/u)
    const sliced = await unit(Effect.andThen(ask(listed(4_000)), ask(query, listed(4_000))))
    expect(Exit.isFailure(sliced) && Cause.pretty(sliced.cause)).toMatch(/malformed JSON/u)
    expect(Exit.isSuccess(await unit(write("next")))).toBe(true)
    expect(db.prepare("select name from sequences").pluck().all()).toEqual(["next"])
  })

  test("is read at once outside of a unit", async () => {
    const { db, outside } = slow()
    const reading = outside(ask(listed(4_000)))
    expect(await turnsDuring(db, reading)).toBeLessThan(3)
    expect(await reading).toEqual([numbers(4_000)])
  })
})
