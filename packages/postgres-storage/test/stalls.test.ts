import { acrossBusinesses, db, Sql } from "@outlay/sql-storage"
import { Effect } from "effect"
import { sql as fragment } from "kysely"
import { describe, expect, test } from "vitest"
import { aBusiness } from "../../sqlite-storage/test/given.ts"
import { PostgresStorage } from "../src/index.ts"
import { add, process_, refusalOf } from "./process.ts"
import { hasPostgres, leftOut, newDatabase, runStatements } from "./server.ts"
import { newWire } from "./wire.ts"

const why = "tests look everywhere"
const budgets = acrossBusinesses(
  why,
  () => db.selectFrom("budgets").select("id").orderBy("id"),
  ({ id }: { readonly id: string }) => id,
)
const savedRows = Sql.use((sql) => sql.all(budgets, {}))
const slow = acrossBusinesses(why, () => fragment`select pg_sleep(${4}) is not null as slept`)
const text = "x".repeat(900_000)
const lengthOf = acrossBusinesses(
  why,
  (p: { readonly text: string }) => fragment`select length(${p.text}::text) as length`,
)
const leads = PostgresStorage.use((_) => _.leads)

const tests = () => {
  test.each([
    ["both", ["b1", "later", "next"]],
    ["answers", ["b1", "later", "lost", "next"]],
  ] as const)(
    "a commit whose bytes are lost has an unknown outcome, and blocks no one: %s",
    async (way, expected) => {
      const database = await newDatabase()
      const wire = await newWire(database)
      const [stalled, other] = [process_(wire.url, { lostAfterMs: 1_000 }), process_(database)]
      await stalled.run(aBusiness)
      let isLost = false
      wire.hear((text, passing) => {
        if (isLost || !text.includes("COMMIT\0")) return
        isLost = true
        passing.silence(way)
      })
      expect(refusalOf(await stalled.exit(add("lost")))?.isUnknown).toBe(true)
      expect(await other.run(add("later"))).toBe("later")
      expect(await stalled.run(add("next"))).toBe("next")
      expect(await other.run(savedRows)).toEqual(expected)
    },
  )

  test("a statement may take longer than the time limit for a lost database", async () => {
    const { run } = process_(await newDatabase(), { lostAfterMs: 1_000 })
    expect(await run(Sql.use((sql) => sql.all(slow, {})))).toEqual([{ slept: true }])
  })

  test("the same if the server does not record the activity of its sessions", async () => {
    const database = await newDatabase()
    const name = new URL(database).pathname.slice(1)
    await runStatements(database, `alter database "${name}" set track_activities = off`)
    const { run } = process_(database, { lostAfterMs: 1_000 })
    expect(await run(Sql.use((sql) => sql.all(slow, {})))).toEqual([{ slept: true }])
  })

  test("a statement may take long to arrive", async () => {
    const wire = await newWire(await newDatabase(), 300_000)
    const { run } = process_(wire.url, { lostAfterMs: 1_000 })
    expect(await run(Sql.use((sql) => sql.all(lengthOf, { text })))).toEqual([{ length: 900_000 }])
  })

  test("earlier responses give a lost read no more time", async () => {
    const wire = await newWire(await newDatabase())
    const { exit } = process_(wire.url, { lostAfterMs: 1_000, poolSize: 1 })
    const reads = 60
    let ended = 0
    wire.hear((text, passing) => {
      if (text.includes("ROLLBACK") && ++ended === reads / 2) passing.silence("both")
    })
    const read = Sql.use((sql) => sql.view(({ all }) => all(lengthOf, { text }, () => 0)))
    const reading = Effect.all(Array<typeof read>(reads).fill(read), { concurrency: reads })
    // If the time for everything that the first half sent counted, others would stop waiting first.
    expect(refusalOf(await exit(reading))?.reason).toBe("Connection terminated unexpectedly")
  })

  test("a business is free again when the machine of its holder is gone", async () => {
    const database = await newDatabase()
    const wire = await newWire(database)
    const lost = process_(wire.url, { lostAfterMs: 200 })
    const other = process_(database, { lockTimeoutMs: 30_000 })
    await lost.run(aBusiness)
    wire.hear((text) => {
      if (text.includes("COMMIT\0")) wire.cut()
    })
    expect(refusalOf(await lost.exit(add("lost")))?.isUnknown).toBe(true)
    expect(await other.run(add("later"))).toBe("later")
  })

  test("another process leads when the machine of the leading one is gone", async () => {
    const database = await newDatabase()
    const wire = await newWire(database)
    const [lost, other] = [process_(wire.url, { lostAfterMs: 200 }), process_(database)]
    await lost.run(aBusiness)
    await expect.poll(() => lost.run(leads)).toBe(true)
    expect(await other.run(leads)).toBe(false)
    wire.cut()
    await expect.poll(() => other.run(leads)).toBe(true)
  })
}

if (!hasPostgres) test(leftOut, () => expect(hasPostgres).toBe(false))
else describe("Connections whose bytes are lost", tests)
