import { existsSync, rmSync, statSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { Sql } from "@outlay/sql-storage"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { sql as text } from "kysely"
import { expect, test } from "vitest"
import type { Checkpointed } from "../src/checkpointer.ts"
import { SqliteStorage } from "../src/index.ts"
import { file, statement, storage } from "./given.ts"

const put = statement((p: { name: string }) => text`insert into sequences values (${p.name}, 1)`)
const count = statement<object, { count: number }>(
  () => text<{ count: number }>`select count(*) as count from sequences where length(name) > 1000`,
)
const faults = Effect.flatMap(SqliteStorage, ({ integrityFaults }) => integrityFaults)
const counted = Effect.flatMap(Sql, ({ get }) => get(count, {}))

type Run = ReturnType<typeof storage>["run"]

/** Commits one megabyte after another, and lets the event loop turn after each. */
const commit = async (run: Run, megabytes: number): Promise<void> => {
  for (let n = 0; n < megabytes; n++) {
    const name = `${crypto.randomUUID()}${"x".repeat(1_000_000)}`
    await run(Effect.flatMap(Sql, ({ run }) => run(put, { name })))
    await sleep(1)
  }
}

/** Size of the WAL, as another connection sees it. */
const walOf = (path: string): Checkpointed => {
  const db = new Database(path, { readonly: true })
  const [size] = db.pragma("wal_checkpoint(NOOP)") as ReadonlyArray<Checkpointed>
  db.close()
  return size as Checkpointed
}

const pagesOf = (megabytes: number) => (megabytes * 1_000_000) / 8_192

/** Waits until all of it was moved; another megabyte triggers the next checkpoint. */
const moved = async (run: Run, path: string) => {
  for (let megabytes = 0; ; megabytes++) {
    for (let looks = 0; looks < 20; looks++) {
      const size = walOf(path)
      if (size.log === size.checkpointed) return { size, megabytes }
      await sleep(50)
    }
    await commit(run, 1)
  }
}

test("a large WAL is moved while nothing is committed, and then restarted", async () => {
  const path = file()
  const { run } = storage({ file: path })
  await commit(run, 25)
  const { size, megabytes } = await moved(run, path)
  expect(size.log).toBeGreaterThan(pagesOf(5))
  expect(size.checkpointed).toBe(size.log)
  expect(statSync(path).size).toBeGreaterThan(16_000_000)
  await commit(run, 1)
  expect(walOf(path).log).toBeLessThan(pagesOf(2))
  expect(await run(counted)).toEqual({ count: 26 + megabytes })
  expect(await run(faults)).toEqual([])
})

test("a small WAL is not moved", async () => {
  const path = file()
  const { run } = storage({ file: path })
  await commit(run, 5)
  await sleep(100)
  expect(walOf(path).checkpointed).toBe(0)
})

test("commits in quick succession keep the WAL small", async () => {
  const path = file()
  const { run } = storage({ file: path })
  await commit(run, 150)
  expect(statSync(`${path}-wal`).size).toBeLessThan(100_000_000)
  expect(await run(counted)).toEqual({ count: 150 })
})

test("closing waits for a running checkpoint, and leaves one file", async () => {
  const path = file()
  const first = storage({ file: path })
  await commit(first.run, 20)
  await first.close()
  expect(existsSync(`${path}-wal`)).toBe(false)
  const { run } = storage({ file: path })
  expect(await run(counted)).toEqual({ count: 20 })
  expect(await run(faults)).toEqual([])
})

test("a backup is complete although the WAL is moved at the same time", async () => {
  const path = file()
  const { run } = storage({ file: path })
  await commit(run, 20)
  const copy = `${path}.copy`
  const copying = run(Effect.flatMap(SqliteStorage, ({ backup }) => backup(copy)))
  await commit(run, 30)
  await copying
  const other = storage({ file: copy })
  expect(await other.run(faults)).toEqual([])
  expect((await other.run(counted))?.count).toBeGreaterThanOrEqual(20)
})

test("if the thread cannot work, commits continue and move the WAL themselves", async () => {
  const path = file()
  const { run } = storage({ file: path })
  await commit(run, 1)
  // The engine continues with the deleted file, which the thread does not find.
  rmSync(path)
  await commit(run, 100)
  expect(await run(counted)).toEqual({ count: 101 })
  expect(statSync(`${path}-wal`).size).toBeLessThan(80_000_000)
})

test("a thread that fails while the storage is closed blocks nothing", async () => {
  const path = file()
  const { run, close } = storage({ file: path })
  await commit(run, 15)
  rmSync(path)
  const name = "x".repeat(4_000_000)
  await run(Effect.flatMap(Sql, ({ run }) => run(put, { name })))
  await expect(close()).resolves.toBeUndefined()
})
