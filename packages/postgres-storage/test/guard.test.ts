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
  test("a statement may take longer than the looks of the guard are apart", async () => {
    const connection = await opened(await newDatabase())
    await connection.told("select pg_sleep(4)")
    expect(connection.isLost).toBe(false)
  })

  test("a connection whose bytes are lost ends, and so does its session", async () => {
    const database = await newDatabase()
    const wire = await newWire(database)
    const connection = await opened(wire.url)
    wire.hear((text, passing) => {
      if (text.includes("'lost'")) passing.silence("both")
    })
    const failure = await connection.told("select 'lost'").catch(reasonOf)
    expect(failure).toContain("terminated")
    const admin = await connected(database)
    onTestFinished(() => admin.end())
    const sessions = `select 1 from pg_stat_activity where pid = ${connection.pid}`
    await until("the session ends", async () => (await admin.query(sessions)).rowCount === 0)
  })

  test("one whose server is gone ends, and closing it does not wait for that", async () => {
    const wire = await newWire(await newDatabase())
    const [asked, closed] = [await opened(wire.url), await opened(wire.url)]
    wire.cut()
    const began = performance.now()
    await closed.close()
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(await asked.told("select 1").catch(reasonOf)).toContain("terminated")
  })

  test("one that is lost before its first statement is answered is not waited for", async () => {
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
