import { UnitOfWork } from "@outlay/domain"
import { changed, type EventEncoder, type Ids } from "@outlay/domain/ports"
import { commit, type Sql } from "@outlay/sql-storage"
import { Effect, Exit, Layer, ManagedRuntime } from "effect"
import pg from "pg"
import { afterEach, expect, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import { aBusiness, asSystem, business, decision } from "../../sqlite-storage/test/given.ts"
import { PostgresStorage } from "../src/index.ts"
import { hasPostgres, leftOut, newDatabase, runStatements } from "./server.ts"

type Services = PostgresStorage | Sql | UnitOfWork | Ids | EventEncoder

const open: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const process_ = (url: string) => {
  const layer = PostgresStorage.engine({ url, lostAfterMs: 60_000, lockTimeoutMs: 20_000 })
  const runtime = ManagedRuntime.make(Layer.merge(layer, asSystem))
  open.push(() => runtime.dispose())
  return {
    run: <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromise(effect),
    exit: <A, E>(effect: Effect.Effect<A, E, Services>) => runtime.runPromiseExit(effect),
  }
}

const rename = (name: string) =>
  UnitOfWork.use(({ atomically }) =>
    atomically(
      commit(
        1,
        decision({
          result: name,
          writes: [changed("businesses", business, { ...business, name })],
        }),
      ),
      { client_id: 1 },
    ),
  )

const connected = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  open.push(() => client.end())
  return client
}

/** Returns the number of statements that wait for a table. */
const waiting = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query(`select count(*)::int as n from pg_locks
    where not granted and relation = 'businesses'::regclass`)
  return rows[0].n
}

const name = `a step that waits for a table lets others use it${hasPostgres ? "" : ` (${leftOut})`}`

test.skipIf(!hasPostgres)(name, async () => {
  const url = await newDatabase()
  const running = process_(url)
  await running.run(aBusiness)
  await runStatements(
    url,
    "drop table exported_movements, export_parts, exports",
    "delete from migrations where name = '0007-exports'",
  )
  const long = await connected(url)
  await long.query("begin")
  await long.query("lock table businesses in row exclusive mode")
  let isMigrated = false
  const next = process_(url)
  const migrating = next.run(Effect.void).then(() => {
    isMigrated = true
  })
  const other = await connected(url)
  await until("a step waits for the table", async () => (await waiting(other)) > 0, 5)
  // If its wait had no end, writes would wait behind the step until the other transaction ends.
  const exits = await running.run(Effect.forEach(["a", "b", "c"], (id) => Effect.exit(rename(id))))
  expect(exits.map(Exit.isSuccess)).toEqual([true, true, true])
  expect(isMigrated).toBe(false)
  await long.query("commit")
  await migrating
  const { rows } = await other.query("select to_regclass('exports') is not null as found")
  expect(rows).toEqual([{ found: true }])
  expect(Exit.isSuccess(await next.exit(rename("d")))).toBe(true)
})
