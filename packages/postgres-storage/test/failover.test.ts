import { Ids } from "@outlay/domain/ports"
import { prepared, Sql } from "@outlay/sql-storage"
import { Effect, Exit } from "effect"
import { sql as fragment } from "kysely"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import { aBusiness } from "../../sqlite-storage/test/given.ts"
import { PostgresStorage } from "../src/index.ts"
import { add, process_, refusalOf } from "./process.ts"
import { connected, hasPrograms, leftOut, newServer, runStatements, type Server } from "./server.ts"

const numberOf = Ids.use((_) => _.integer("users"))
const theBusiness = prepared(
  (p: { readonly client_id: number }) =>
    fragment`select client_id from businesses where client_id = ${p.client_id}`,
)
/** Cached names of the business, once its version was read. */
const names = Sql.use((sql) =>
  sql.view(({ get, cache }) =>
    Effect.map(get(theBusiness, { client_id: 1 }), () => cache.namedRows(1)),
  ),
)

const tests = () => {
  let server: Server
  beforeAll(async () => {
    server = await newServer()
  })
  afterAll(() => server.remove())

  test("numbers and names of a lost database are dropped: the next may not have them", async () => {
    const { run, exit } = process_(server.url(), { lostAfterMs: 2_000 })
    await run(aBusiness)
    for (let n = 0; n < 5; n++) await run(numberOf)
    const known = await run(names)
    expect(await run(names)).toBe(known)
    const available = async () => {
      const { available } = await run(PostgresStorage)
      return Exit.isSuccess(await exit(available))
    }
    await server.kill()
    await expect.poll(available).toBe(false)
    await server.start()
    // This is like a standby that has not received the newest numbers.
    await runStatements(server.url(), "update sequences set next = 2 where name = 'users'")
    await expect.poll(available).toBe(true)
    expect(await run(numberOf)).toBe(2)
    expect(await run(names)).not.toBe(known)
  })

  test("a commit whose wait for a standby was cancelled has an unknown outcome", async () => {
    const { run, exit } = process_(server.url())
    const watcher = await connected(server.url())
    onTestFinished(() => watcher.end())
    const standbys = async (names: string) => {
      await watcher.query(`alter system set synchronous_standby_names = '${names}'`)
      await watcher.query("select pg_reload_conf()")
    }
    await standbys("nobody")
    onTestFinished(() => standbys(""))
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
      where wait_event = 'SyncRep'`
    /** Commits only wait once the checkpointer has read the setting: some may end before. */
    let exits = 0
    const waits = async () => ((await watcher.query(cancel)).rowCount ?? 0) > 0
    const unknown = await until("a commit waits for a standby", async () => {
      const written = exit(add(`written ${exits++}`))
      let isOver = false
      void written.then(() => {
        isOver = true
      })
      await until("it waits, or is over", async () => isOver || (await waits()))
      const refusal = refusalOf(await written)
      return refusal ?? false
    })
    expect(unknown.isUnknown).toBe(true)
    await standbys("")
    expect(await run(add("after"))).toBe("after")
  })
}

if (hasPrograms) describe("A failover", tests)
else test(leftOut, () => expect(hasPrograms).toBe(false))
