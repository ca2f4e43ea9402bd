import { acrossBusinesses, Sql } from "@outlay/sql-storage"
import { Effect } from "effect"
import { sql as fragment } from "kysely"
import { describe, expect, onTestFinished, test } from "vitest"
import { PostgresStorage } from "../src/index.ts"
import { process_ } from "./process.ts"
import { hasPostgres, leftOut, newDatabase, runStatements } from "./server.ts"

const why = "tests look everywhere"
const brief = acrossBusinesses(why, () => fragment`select pg_sleep(${0.05}) is not null as slept`)
const reads = Effect.forEach(
  Array.from({ length: 8 }),
  () => Sql.use((sql) => sql.all(brief, {})),
  { concurrency: "unbounded" },
)

/** A process on a database of an ordinary role, and the problems that its operator sees. */
const opened = async () => {
  const admin = await newDatabase()
  const name = new URL(admin).pathname.slice(1)
  const url = new URL(admin)
  url.username = name
  await runStatements(admin, `create role ${name} login`, `alter database ${name} owner to ${name}`)
  const { run, close } = process_(url.href)
  onTestFinished(async () => {
    await close()
    await runStatements(admin, `reassign owned by ${name} to current_user`, `drop role ${name}`)
  })
  const reported: Array<string> = []
  const { onTrouble, available } = await run(PostgresStorage)
  const hear = Effect.scoped(
    Effect.andThen(
      onTrouble((sentence) => reported.push(sentence)),
      Effect.never,
    ),
  )
  await run(Effect.forkDetach(hear))
  const limit = (most: number) =>
    runStatements(admin, `alter role ${name} connection limit ${most}`)
  const end = () =>
    runStatements(
      admin,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`,
    )
  return { run, reported, available, limit, end }
}

const tests = () => {
  test("each reason for a lost database is reported once, and so is its return", async () => {
    const { run, reported, available, limit, end } = await opened()
    await limit(0)
    await end()
    await expect.poll(() => reported.length).toBe(2)
    const reason = await run(Effect.flip(available))
    expect(reason.reason).toMatch(/^the database is lost: 53300: too many connections/u)
    await new Promise((resolve) => setTimeout(resolve, 700))
    await limit(-1)
    await expect.poll(() => reported.length).toBe(3)
    expect(reported).toEqual([
      expect.stringMatching(/^The database is lost: /u),
      expect.stringMatching(/^The database is lost: 53300: too many connections for role/u),
      "The database is back",
    ])
    expect(await run(reads)).toHaveLength(8)
  })

  test("if no further connection can be opened, existing ones are shared", async () => {
    const { run, reported, limit } = await opened()
    await run(Sql.use((sql) => sql.all(brief, {})))
    await limit(2)
    expect(await run(reads)).toHaveLength(8)
    expect(await run(reads)).toHaveLength(8)
    await limit(-1)
    await run(reads)
    expect(reported).toEqual([
      expect.stringMatching(/^No further connection to the database: 53300: too many/u),
      "There are further connections to the database again",
    ])
  })
}

if (hasPostgres) describe("Troubles of a database", tests)
else test(leftOut, () => expect(hasPostgres).toBe(false))
