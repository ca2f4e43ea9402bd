import { PGlite } from "@electric-sql/pglite"
import { EventsAsRecorded } from "@outlay/domain"
import {
  movedTables,
  postgres,
  postgresMigrations,
  statements,
  withColumns,
} from "@outlay/sql-storage"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { lookAtEverything } from "./looks.ts"
import { listEverything, listTransactions, met, pairs, planTransactions, walked } from "./shapes.ts"
import { listAsThemselves, seeTransactions } from "./sights.ts"

const runtime = ManagedRuntime.make(
  Layer.provideMerge(SqliteStorage.layer({ file: ":memory:" }), EventsAsRecorded),
)
let db: PGlite

beforeAll(async () => {
  db = new PGlite()
  for (const { sql } of postgresMigrations) await db.exec(sql)
  await runtime.runPromise(
    Effect.all([
      listAsThemselves,
      listEverything,
      listTransactions(pairs),
      planTransactions([...pairs, ...met, ...walked]),
      seeTransactions([{}, { user_id: 1 }, { budget_id: "b" }, { min_auth_date: "2026-01-01" }]),
    ]),
  )
  lookAtEverything()
})
afterAll(async () => {
  await db.close()
  await runtime.dispose()
})

const failureOf = async (sql: string): Promise<string | null> => {
  try {
    await db.exec(sql)
    return null
  } catch (error) {
    return String(error)
  }
}

const refusalOf = (sql: string) => failureOf(`explain (generic_plan) ${withColumns(sql)}`)

const sqlsOf = () => [...new Set(statements.map(({ statement }) => statement.in(postgres).sql))]

/** Adds a column to every table, as a newer version may; returns the statements that then fail. */
const afterUpgrade = async (sqls: ReadonlyArray<string>) => {
  for (const [n, sql] of sqls.entries()) await db.exec(`prepare s${n} as ${sql}`)
  for (const { name } of movedTables) await db.exec(`alter table ${name} add column newer text`)
  const { rows } = await db.query<{ n: number; arity: number }>(
    "select substr(name, 2)::int as n, cardinality(parameter_types) as arity from pg_prepared_statements",
  )
  const failures: Array<readonly [failure: string, sql: string]> = []
  for (const { n, arity } of rows) {
    const values = arity === 0 ? "" : `(${Array.from({ length: arity }, () => "null")})`
    const failure = await failureOf(`explain execute s${n}${values}`)
    if (failure !== null) failures.push([failure, sqls[n] ?? ""])
  }
  for (const { name } of movedTables) await db.exec(`alter table ${name} drop column newer`)
  await db.exec("deallocate all")
  return failures
}

describe("every statement in PostgreSQL", () => {
  test("parses, has types for all of its parameters, and has a plan", async () => {
    const sqls = sqlsOf()
    expect(sqls.length).toBeGreaterThan(500)
    const refusals: Array<readonly [string, string]> = []
    for (const sql of sqls) {
      const refusal = await refusalOf(sql)
      if (refusal !== null) refusals.push([refusal, sql])
    }
    expect(refusals).toEqual([])
  })

  test("still works after a newer version has added a column to every table", async () => {
    expect(await afterUpgrade(sqlsOf().map(withColumns))).toEqual([])
    const [[failure] = []] = await afterUpgrade(["select * from budgets"])
    expect(failure).toContain("cached plan must not change result type")
  })

  test("is refused if it is invalid", async () => {
    expect(await refusalOf("select is_deleted = 0 from budgets")).toContain(
      "operator does not exist",
    )
  })
})
