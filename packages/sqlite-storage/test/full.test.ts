import { execFileSync } from "node:child_process"
import { StorageUnavailable } from "@outlay/domain"
import { created, Ids } from "@outlay/domain/ports"
import { commit, db, prepared, Sql } from "@outlay/sql-storage"
import { Effect } from "effect"
import { sql } from "kysely"
import { afterEach, describe, expect, test } from "vitest"
import { SqliteStorage } from "../src/index.ts"
import { aBusiness, decision, file, folder, statement, storage, transaction } from "./given.ts"

type Run = ReturnType<typeof storage>["run"]

const pay = (id: string) =>
  commit(1, decision({ result: id, writes: [created("transactions", transaction(id))] }))

const count = prepared((p: { client_id: number }) =>
  db
    .selectFrom("transactions")
    .select((_) => _.fn.countAll<number>().as("count"))
    .where("client_id", "=", p.client_id),
)
const savedCount = Effect.flatMap(Sql, (_) => _.get(count, { client_id: 1 }))
const faults = Effect.flatMap(SqliteStorage, ({ integrityFaults }) => integrityFaults)

/** Pays until there is no space; returns the number of saved payments, and the last refusal. */
const payUntilFull = async (run: Run) => {
  for (let paid = 0; paid < 20_000; paid++) {
    const refusal = await run(Effect.as(pay(`t${paid}`), null).pipe(Effect.catch(Effect.succeed)))
    if (refusal !== null) return { paid, refusal }
  }
  throw new Error("it was never full")
}

/** Expects no partial write on a full disk; reads continue, and writes resume with more space. */
const expectToSurvive = async (run: Run, makeRoom: () => unknown) => {
  const { paid, refusal } = await payUntilFull(run)
  expect(refusal).toBeInstanceOf(StorageUnavailable)
  expect(refusal.reason).toMatch(/SQLITE_(FULL|IOERR_WRITE)/u)
  expect(await run(savedCount)).toEqual({ count: paid })
  await makeRoom()
  expect(await run(pay("after"))).toBe("after")
  expect(await run(savedCount)).toEqual({ count: paid + 1 })
  expect(await run(faults)).toEqual([])
}

const mounted: Array<string> = []
afterEach(() => {
  for (const path of mounted.splice(0)) execFileSync("umount", ["--lazy", path])
})

/** A disk of this many megabytes, or the reason why it cannot be mounted. */
const disk = (megabytes: number): { path: string } | { reason: string } => {
  const path = folder()
  try {
    const options = `size=${megabytes}m`
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path], { stdio: "pipe" })
    mounted.push(path)
    return { path }
  } catch (error) {
    return { reason: `no disk can be mounted here: ${String(error)}` }
  }
}

describe("if space runs out", () => {
  test("in the database: no partial write, and writes resume", async () => {
    const { run } = storage({ file: file() })
    await run(aBusiness)
    const limit = (pages: number) =>
      Effect.flatMap(Sql, (_) =>
        _.all(
          statement(() => sql.raw(`pragma max_page_count = ${pages}`)),
          {},
        ),
      )
    // A limit below the current size means the current size.
    await run(limit(1))
    await expectToSurvive(run, () => run(limit(1_000_000)))
  })

  test("on the disk: the same, and no number is issued", async ({ skip }) => {
    const small = disk(4)
    if ("reason" in small) return skip(small.reason)
    const { run } = storage({ file: `${small.path}/outlay.db` })
    await run(aBusiness)
    await expectToSurvive(run, async () => {
      const number = Effect.flatMap(Ids, ({ integer }) => integer("invites"))
      const refusal = await run(Effect.flip(Effect.forever(number)))
      expect(refusal).toBeInstanceOf(StorageUnavailable)
      execFileSync("mount", ["-o", "remount,size=64m", small.path])
      expect(await run(number)).toBeGreaterThan(0)
    })
  })
})
