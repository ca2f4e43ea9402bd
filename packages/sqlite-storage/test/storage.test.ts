import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { created } from "@outlay/domain/ports"
import { commit, Sql } from "@outlay/sql-storage"
import Database from "better-sqlite3"
import { Effect, Exit, Fiber } from "effect"
import { describe, expect, test } from "vitest"
import { BackupFailed } from "../src/index.ts"
import { SqliteStorage } from "../src/storage.ts"
import { aBusiness, decision, file, folder, storage, transaction } from "./given.ts"

const backup = (to: string) => Effect.flatMap(SqliteStorage, (sqlite) => sqlite.backup(to))
const faults = Effect.flatMap(SqliteStorage, ({ integrityFaults }) => integrityFaults)
const pay = (id: string) =>
  commit(1, decision({ result: id, writes: [created("transactions", transaction(id))] }))

describe("backup", () => {
  test("is a complete database", async () => {
    const to = file()
    const { run } = storage()
    await run(Effect.andThen(aBusiness, pay("t1")))
    await run(Effect.all([backup(to), Effect.forEach(["t2", "t3"], pay)], { concurrency: 2 }))
    const copy = storage({ file: to })
    expect(await copy.run(faults)).toEqual([])
    await copy.run(pay("t4"))
    expect(Exit.isFailure(await copy.exit(pay("t1")))).toBe(true)
  })

  test("ends although another connection never stops writing", async () => {
    const path = file()
    const { run } = storage({ file: path })
    const many = Array.from({ length: 300 }, (_, n) => pay(`t${n}`))
    await run(Effect.andThen(aBusiness, Effect.all(many, { concurrency: "unbounded" })))
    const reader = storage({ file: path, mode: "readable" })
    let isDone = false
    const copied = reader.run(backup(file())).then(() => {
      isDone = true
    })
    let count = 0
    while (!isDone && count < 1_000) await run(pay(`u${count++}`))
    expect(isDone).toBe(true)
    await copied
  })

  test("never replaces a file", async () => {
    const to = file()
    writeFileSync(to, "precious")
    const { run } = storage()
    const refused = await run(Effect.flip(backup(to)))
    expect(refused).toBeInstanceOf(BackupFailed)
    expect(refused.message).toContain("there is such a file")
    expect(existsSync(`${to}.part`)).toBe(false)
  })

  test("has ended when it is interrupted, and leaves nothing", async () => {
    const path = file()
    const { run } = storage({ file: path })
    const many = Array.from({ length: 300 }, (_, n) => pay(`t${n}`))
    await run(Effect.andThen(aBusiness, Effect.all(many, { concurrency: "unbounded" })))
    const target = folder()
    const names = await run(
      Effect.gen(function* () {
        const copying = yield* Effect.forkChild(backup(join(target, "copy.db")))
        while (readdirSync(target).length === 0) yield* Effect.yieldNow
        yield* Fiber.interrupt(copying)
        return readdirSync(target)
      }),
    )
    expect(names).toEqual([])
  })
})

test("onWait calls back while a unit waits for another process, until its scope ends", async () => {
  const path = file()
  const { run } = storage({ file: path })
  const other = new Database(path)
  let notified = 0
  const write = Sql.use((_) => _.transaction(Effect.void))
  const waits = async () => {
    other.exec("BEGIN IMMEDIATE")
    const written = run(write)
    await new Promise((done) => setTimeout(done, 30))
    other.exec("ROLLBACK")
    await written
  }
  const listening = SqliteStorage.use((_) => _.onWait(() => void notified++)).pipe(
    Effect.andThen(write),
    Effect.andThen(Effect.sync(() => expect(notified).toBe(0))),
    Effect.andThen(Effect.promise(waits)),
  )
  await run(Effect.scoped(listening))
  expect(notified).toBeGreaterThan(1)
  const before = notified
  await waits()
  expect(notified).toBe(before)
  other.close()
})

test("isServed is true for a service in this process or another", async () => {
  const path = file()
  const isServed = Effect.flatMap(SqliteStorage, (_) => _.isServed)
  const alone = storage({ file: path })
  expect(await alone.run(isServed)).toBe(false)
  const service = storage({ file: path, exclusive: true })
  expect(await service.run(isServed)).toBe(true)
  expect(await storage({ file: path }).run(isServed)).toBe(true)
})
