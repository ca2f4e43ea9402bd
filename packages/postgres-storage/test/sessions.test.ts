import type { StorageUnavailable } from "@outlay/domain"
import { describe, expect, onTestFinished, test } from "vitest"
import { aBusiness } from "../../sqlite-storage/test/given.ts"
import { Connection } from "../src/connection.ts"
import { commit } from "../src/line.ts"
import { settingsOf } from "../src/options.ts"
import { add, process_ } from "./process.ts"
import { connected, hasPostgres, leftOut, newDatabase, runStatements } from "./server.ts"

const opened = async (url: string): Promise<Connection> => {
  const connection = await Connection.open(settingsOf({ url }), () => undefined)
  onTestFinished(() => connection.close())
  return connection
}

/** Commits; returns the reason why it may be lost, or null. */
const committed = (connection: Connection) =>
  new Promise<StorageUnavailable | null>((resolve) => commit(connection, resolve))

/** Sets a default of a database for new sessions. */
const setDefault = (url: string, setting: string): Promise<void> =>
  runStatements(url, `alter database ${new URL(url).pathname.slice(1)} set ${setting}`)

const tests = () => {
  test("do not use the defaults of the database", async () => {
    const url = await newDatabase()
    await setDefault(url, "default_transaction_isolation = 'repeatable read'")
    await setDefault(url, "client_min_messages = error")
    await setDefault(url, "statement_timeout = 1000")
    await setDefault(url, "idle_session_timeout = 1000")
    const connection = await opened(url)
    const names = ["default_transaction_isolation", "client_min_messages", "statement_timeout"]
    const others = ["idle_session_timeout", "tcp_keepalives_idle"]
    const shown = [...names, ...others].map((_) => `current_setting('${_}') as ${_}`)
    expect((await connection.run(`select ${shown}`)).rows).toEqual([
      {
        default_transaction_isolation: "read committed",
        client_min_messages: "warning",
        statement_timeout: "30s",
        idle_session_timeout: "0",
        tcp_keepalives_idle: "30",
      },
    ])
  })

  test("are not ended by a limit of transactions, if PostgreSQL has one", async () => {
    const url = await newDatabase()
    const admin = await connected(url)
    const { rows } = await admin.query("show server_version_num")
    await admin.end()
    if (Number(rows[0].server_version_num) < 170_000) return
    await setDefault(url, "transaction_timeout = 100")
    const connection = await opened(url)
    await connection.run("begin")
    await connection.run("select pg_sleep(0.3)")
    expect((await connection.run("commit")).command).toBe("COMMIT")
  })

  test("save the units of two processes with any default isolation of the database", async () => {
    const url = await newDatabase()
    await setDefault(url, "default_transaction_isolation = serializable")
    const processes = [process_(url), process_(url)]
    await processes[0]?.run(aBusiness)
    const all = processes.map(async ({ run }, n) => {
      for (let i = 0; i < 30; i++) expect(await run(add(`${n} ${i}`))).toBe(`${n} ${i}`)
    })
    await Promise.all(all)
  })

  test("do not attribute a warning of an earlier statement to the commit", async () => {
    const connection = await opened(await newDatabase())
    await connection.run("begin")
    const warned = connection.run("do $$ begin raise warning 'of a trigger'; end $$")
    expect(await committed(connection)).toBe(null)
    expect(await warned).toMatchObject({ warnings: 1 })
  })
}

if (hasPostgres) describe("Sessions", tests)
else test(leftOut, () => expect(hasPostgres).toBe(false))
