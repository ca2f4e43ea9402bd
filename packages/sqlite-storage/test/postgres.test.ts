import { PGlite } from "@electric-sql/pglite"
import { postgres, postgresMigrations, statements } from "@outlay/sql-storage"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { lookAtEverything } from "./looks.ts"
import { listEverything, listTransactions, pairs } from "./shapes.ts"
import { listAsThemselves, seeTransactions } from "./sights.ts"

const runtime = ManagedRuntime.make(SqliteStorage.layer({ file: ":memory:" }))
let db: PGlite

beforeAll(async () => {
  db = new PGlite()
  for (const { sql } of postgresMigrations) await db.exec(sql)
  await runtime.runPromise(
    Effect.all([
      listAsThemselves,
      listEverything,
      listTransactions(pairs),
      seeTransactions([{}, { user_id: 1 }, { budget_id: "b" }, { min_auth_date: "2026-01-01" }]),
    ]),
  )
  lookAtEverything()
})
afterAll(async () => {
  await db.close()
  await runtime.dispose()
})

const refusalOf = async (sql: string): Promise<string | null> => {
  try {
    await db.exec(`explain (generic_plan) ${sql}`)
    return null
  } catch (error) {
    return String(error)
  }
}

describe("every statement means something to PostgreSQL, too", () => {
  test("it parses, has types for all of its parameters, and has a plan", async () => {
    const sqls = new Set(statements.map(({ statement }) => statement.in(postgres).sql))
    expect(sqls.size).toBeGreaterThan(500)
    const refusals: Array<readonly [string, string]> = []
    for (const sql of sqls) {
      const refusal = await refusalOf(sql)
      if (refusal !== null) refusals.push([refusal, sql])
    }
    expect(refusals).toEqual([])
  })

  test("what is none is refused", async () => {
    expect(await refusalOf("select is_deleted = 0 from budgets")).toContain(
      "operator does not exist",
    )
  })
})
