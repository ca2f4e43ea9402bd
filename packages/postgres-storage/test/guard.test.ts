import { describe, expect, onTestFinished, test } from "vitest"
import { until } from "../../../scripts/until.ts"
import { Connection } from "../src/connection.ts"
import { reasonOf } from "../src/failures.ts"
import { guarded } from "../src/guard.ts"
import { settingsOf } from "../src/options.ts"
import { connected, hasPostgres, leftOut, newDatabase } from "./server.ts"
import { newWire } from "./wire.ts"

const opened = async (url: string) => {
  const settings = { ...settingsOf({ url }), lostAfterMs: 1_000 }
  const connection = await Connection.open(settings, () => undefined)
  onTestFinished(guarded(connection, settings))
  onTestFinished(() => connection.close())
  return connection
}

const tests = () => {
  test("may run a statement for longer than the time between two looks of the guard", async () => {
    const connection = await opened(await newDatabase())
    await connection.run("select pg_sleep(4)")
    expect(connection.isLost).toBe(false)
  })

  test("ends if its bytes are lost, and so does its session", async () => {
    const database = await newDatabase()
    const wire = await newWire(database)
    const connection = await opened(wire.url)
    wire.hear((text, passing) => {
      if (text.includes("'lost'")) passing.silence("both")
    })
    const failure = await connection.run("select 'lost'").catch(reasonOf)
    expect(failure).toContain("terminated")
    const admin = await connected(database)
    onTestFinished(() => admin.end())
    const sessions = `select 1 from pg_stat_activity where pid = ${connection.pid}`
    await until("the session ends", async () => (await admin.query(sessions)).rowCount === 0)
  })

  test("ends if its server is gone, and closing it does not wait for that", async () => {
    const wire = await newWire(await newDatabase())
    const [used, closed] = [await opened(wire.url), await opened(wire.url)]
    wire.cut()
    const began = performance.now()
    await closed.close()
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await used.run("select 1").catch(reasonOf)).toContain("terminated")
  })

  test("is not waited for if it is lost before its first response", async () => {
    const wire = await newWire(await newDatabase())
    wire.hear((text, passing) => {
      if (text.includes("set_config")) passing.silence("answers")
    })
    const opening = Connection.open(settingsOf({ url: wire.url }), () => undefined)
    expect(await opening.catch(reasonOf)).toContain("terminated")
  })
}

if (hasPostgres) describe("A guarded connection", tests)
else test(leftOut, () => expect(hasPostgres).toBe(false))
