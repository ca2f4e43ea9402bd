import { acrossBusinesses, Sql } from "@outlay/sql-storage"
import { Effect, Exit, ManagedRuntime, Stream } from "effect"
import { sql as raw } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { PostgresStorage } from "../src/index.ts"
import { hasPostgres, leftOut, newDatabase } from "./server.ts"

const why = "tests look everywhere"
const connection = acrossBusinesses(why, () => raw<{ pid: number }>`select pg_backend_pid() as pid`)
const numbers = acrossBusinesses(
  why,
  (p: { readonly last: number; readonly divisor: number }) => raw<{ n: number }>`
    select n, n / (n - cast(${p.divisor} as bigint)) as quotient
    from generate_series(1, cast(${p.last} as bigint)) as n order by n`,
)
const nowhere = acrossBusinesses(why, () => raw<{ n: number }>`select n from nowhere`)

/** A process with one connection: work that needs another waits in vain. */
const open = async () => {
  const patient = { poolSize: 1, lostAfterMs: 60_000, lockTimeoutMs: 1_000 }
  return ManagedRuntime.make(PostgresStorage.engine({ url: await newDatabase(), ...patient }))
}

const tests = () => {
  let runtime: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    runtime = await open()
  })
  afterAll(() => runtime.dispose())

  const five = Sql.use((sql) =>
    Effect.forEach([1, 2, 3, 4, 5], () => sql.all(connection, {}), { concurrency: "unbounded" }),
  )

  test("concurrent statements of a unit use its connection, even the first ones", async () => {
    const rows = await runtime.runPromise(Sql.use((sql) => sql.transaction(five)))
    expect(new Set(rows.flat().map(({ pid }) => pid)).size).toBe(1)
  })

  test.each([0, 1, 999, 1_000, 1_001, 2_500])("a stream has each of %i rows once", async (last) => {
    const read = Sql.use((sql) => Stream.runCollect(sql.stream(numbers, { last, divisor: 0 })))
    const expected = Array.from({ length: last }, (_, n) => n + 1)
    for (const work of [read, Sql.use((sql) => sql.transaction(read))]) {
      expect((await runtime.runPromise(work)).map(({ n }) => n)).toEqual(expected)
    }
  })

  test.each([
    ["on its first page", Sql.use((_) => Stream.runDrain(_.stream(nowhere, {})))],
    [
      "on its second page",
      Sql.use((_) => Stream.runDrain(_.stream(numbers, { last: 3_000, divisor: 1_500 }))),
    ],
  ])("a stream that fails %s returns its connection", async (_, work) => {
    expect(Exit.isFailure(await runtime.runPromiseExit(work))).toBe(true)
    expect((await runtime.runPromise(five)).length).toBe(5)
  })
}

if (hasPostgres) describe("reads", tests)
else test(leftOut, () => expect(hasPostgres).toBe(false))
