import { readFileSync } from "node:fs"
import { join } from "node:path"
import { UnitOfWork } from "@outlay/domain"
import { changed, created } from "@outlay/domain/ports"
import { acrossBusinesses, commit, db, prepared, Sql, tables } from "@outlay/sql-storage"
import { Deferred, Effect, Exit } from "effect"
import pg from "pg"
import { afterAll, describe, expect, onTestFinished, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { until } from "../../../scripts/until.ts"
import {
  aBusiness,
  business,
  decision,
  event,
  role,
  transaction,
  wallet,
} from "../../sqlite-storage/test/given.ts"
import { PostgresStorage } from "../src/index.ts"
import { add, process_, type Services, unavailable } from "./process.ts"
import {
  hasPostgres,
  hasPrograms,
  leftOut,
  newDatabase,
  newServer,
  runStatements,
  type Server,
} from "./server.ts"

const another = Effect.suspend(() =>
  commit(
    2,
    decision({
      result: undefined,
      writes: [
        created("businesses", { ...business, client_id: 2 }),
        created("wallets", { ...wallet, client_id: 2 }),
        created("roles", { ...role, client_id: 2 }),
      ],
    }),
  ),
)

const why = "tests look everywhere"
const budgets = acrossBusinesses(
  why,
  () => db.selectFrom("budgets").select("id").orderBy("id"),
  ({ id }: { readonly id: string }) => id,
)
const sequences = acrossBusinesses(
  why,
  () => db.selectFrom("events").select("sequence").where("client_id", "=", 1).orderBy("sequence"),
  ({ sequence }: { readonly sequence: number }) => sequence,
)
const sums = acrossBusinesses(why, () =>
  db.selectFrom("spend_sums").selectAll().orderBy("kind").orderBy("period").orderBy("key"),
)
const theBusiness = prepared(
  (p: { readonly client_id: number }) =>
    db.selectFrom("businesses").selectAll().where("client_id", "=", p.client_id),
  tables.businesses.rows,
)
const savedRows = Sql.use((sql) => sql.all(budgets, {}))
const names = (prefix: string, length: number) => Array.from({ length }, (_, n) => `${prefix}${n}`)
const countTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)
const all = { concurrency: "unbounded" } as const
const commits = Effect.flatMap(PostgresStorage, ({ statistics }) => statistics)

const tests = () => {
  test("units of one business that arrive together share commits, in order", async () => {
    const { run } = process_(await newDatabase())
    await run(aBusiness)
    const before = (await run(commits)).commits
    await run(Effect.forEach(names("c", 100), (id) => add(id), all))
    expect((await run(commits)).commits - before).toBeLessThan(100)
    expect((await run(savedRows)).length).toBe(101)
    expect(await run(Sql.use((sql) => sql.all(sequences, {})))).toEqual(countTo(100))
  })

  test("a process continues on a newer schema, on which its version cannot start", async () => {
    const url = await newDatabase()
    const { run } = process_(url)
    await run(aBusiness)
    await run(add("before"))
    await runStatements(
      url,
      "alter table budgets add column newer text",
      "alter table events add column newer text",
      "create table newer_things (client_id bigint primary key)",
      "insert into migrations values (99, '0099-newer', 'x', '2026-01-01T00:00:00.000Z')",
    )
    await run(add("now"))
    expect(await run(savedRows)).toEqual(["b1", "before", "now"])
    const started = await process_(url).exit(Effect.void)
    expect(String(started)).toContain("has taken 0099-newer, which this program does not know")
  })

  test("sums of spending are computed from the rows of an older database", async () => {
    const url = await newDatabase()
    const older = process_(url)
    const writes = Array.from({ length: 1_100 }, (_, n) =>
      created("transactions", transaction(`t${n}`, { user_id: n % 7 })),
    )
    await older.run(Effect.andThen(aBusiness, commit(1, decision({ result: null, writes }))))
    const before = await older.run(Sql.use((sql) => sql.all(sums, {})))
    expect(before.length).toBeGreaterThan(7)
    await older.close()
    await runStatements(
      url,
      "drop table spend_sums",
      "delete from migrations where name = '0008-spend-sums'",
    )
    expect(await process_(url).run(Sql.use((sql) => sql.all(sums, {})))).toEqual(before)
  })

  test("one that fails among them is rolled back alone", async () => {
    const { run, exit } = process_(await newDatabase())
    await run(aBusiness)
    const exits = await run(
      Effect.forEach(["a", "b1", "c", "b1", "d"], (id) => Effect.exit(add(id)), all),
    )
    expect(exits.map(Exit.isSuccess)).toEqual([true, false, true, false, true])
    expect(await run(savedRows)).toEqual(["a", "b1", "c", "d"])
    expect(Exit.isSuccess(await exit(add("e")))).toBe(true)
  })

  test("a unit sees the changes of units before it, and nothing that was rolled back", async () => {
    const { run } = process_(await newDatabase())
    await run(aBusiness)
    /** Renames the business, and returns its previous name. */
    const renamed = (name: string, isKept: boolean) =>
      Effect.gen(function* () {
        const before = (yield* (yield* Sql).get(theBusiness, { client_id: 1 })) as typeof business
        const writes = [changed("businesses", before, { ...before, name })]
        yield* commit(1, decision({ result: null, writes, events: [event()] }))
        return yield* isKept ? Effect.succeed(before.name) : Effect.fail(before.name)
      })
    const { atomically } = await run(UnitOfWork)
    const units = [true, false, true, false, true].map((isKept, n) =>
      Effect.exit(atomically(renamed(`${n}`, isKept), { client_id: 1 })),
    )
    const exits = await run(Effect.all(units, all))
    const names = ["0", "0", "2", "2"]
    expect(exits.map(Exit.isSuccess)).toEqual([true, false, true, false, true])
    expect(exits.slice(1).map((exit) => JSON.stringify(exit))).toEqual(
      names.map((name) => expect.stringContaining(JSON.stringify(name))),
    )
  })

  test("work that a unit leaves to be done beforehand is in no unit", async () => {
    const { run } = process_(await newDatabase())
    await run(aBusiness)
    let times = 0
    const unit = UnitOfWork.use(({ atomically, beforehand }) =>
      atomically(
        Effect.flatMap(Effect.context<Services>(), (context) =>
          times++ === 0 ? beforehand(Effect.provide(Effect.asVoid(add("d")), context)) : add("e"),
        ),
        { client_id: 1 },
      ),
    )
    await run(unit)
    expect(await run(savedRows)).toEqual(["b1", "d", "e"])
  })

  test("a business does not wait for another", async () => {
    const { run } = process_(await newDatabase())
    await run(Effect.andThen(aBusiness, another))
    const order: Array<string> = []
    const slow = await run(Deferred.make<void>())
    const begun = await run(Deferred.make<void>())
    const { atomically } = await run(UnitOfWork)
    const held = atomically(
      Effect.andThen(
        Effect.andThen(add("slow"), Deferred.succeed(begun, undefined)),
        Deferred.await(slow),
      ),
      { client_id: 1 },
    )
    const first = run(held).then(() => order.push("first"))
    await run(Deferred.await(begun))
    const second = run(add("second")).then(() => order.push("second"))
    await run(add("other", 2)).then(() => order.push("other"))
    await run(Deferred.succeed(slow, undefined))
    await Promise.all([first, second])
    expect(order).toEqual(["other", "first", "second"])
  })

  test("two processes change one business in turn, and events have no gaps", async () => {
    const url = await newDatabase()
    const [a, b] = [process_(url), process_(url)]
    await a.run(aBusiness)
    await Promise.all([
      a.run(Effect.forEach(names("a", 60), (id) => add(id), all)),
      b.run(Effect.forEach(names("e", 60), (id) => add(id), all)),
    ])
    expect(await b.run(Sql.use((sql) => sql.all(sequences, {})))).toEqual(countTo(120))
  })

  test("a burst waits as long as its units get their turns, one after another", async () => {
    const url = await newDatabase()
    const patient = { lockTimeoutMs: 3_000 }
    const [a, b] = [process_(url, patient), process_(url, patient)]
    await a.run(aBusiness)
    const slow = (id: string) =>
      UnitOfWork.use(({ atomically }) =>
        atomically(Effect.andThen(Effect.sleep(100), add(id)), { client_id: 1 }),
      )
    await Promise.all([
      a.run(Effect.forEach(names("a", 30), slow, all)),
      b.run(Effect.forEach(names("e", 30), slow, all)),
    ])
    expect((await a.run(savedRows)).length).toBe(61)
    // A unit without a turn waits no longer than the limit.
    const c = process_(url, { lockTimeoutMs: 200 })
    const { atomically } = await c.run(UnitOfWork)
    const held = await c.run(Deferred.make<void>())
    const never = Effect.andThen(Deferred.succeed(held, undefined), Effect.never)
    void c.exit(atomically(never, { client_id: 1 }))
    await c.run(Deferred.await(held))
    expect(unavailable(await c.exit(add("late")))).toBe("other units of the business take too long")
  })

  test("a unit waits for a connection while others get theirs in turn", async () => {
    const { run } = process_(await newDatabase(), { poolSize: 1, lockTimeoutMs: 2_500 })
    await run(aBusiness)
    const hold = Sql.use((sql) =>
      sql.transaction(Effect.andThen(sql.all(budgets, {}), Effect.sleep(700))),
    )
    const holding = run(Effect.forEach(names("h", 6), () => hold, all))
    await expect.poll(async () => (await run(commits)).waiting).toBe(5)
    expect(await run(add("late"))).toBe("late")
    await holding
  })

  test("processes that start together create the tables once", async () => {
    const url = await newDatabase()
    const started = await Promise.all([1, 2, 3].map(() => process_(url).exit(savedRows)))
    expect(started.every(Exit.isSuccess)).toBe(true)
  })
}

const losses = () => {
  let server: Server
  afterAll(() => server.remove())

  test("returns nothing that a standby could lose, even if nothing was written", async () => {
    server = await newServer()
    const watcher = new pg.Client(server.url())
    await watcher.connect()
    onTestFinished(() => watcher.end())
    const standbys = async (names: string) => {
      await watcher.query(`alter system set synchronous_standby_names = '${names}'`)
      await watcher.query("select pg_reload_conf()")
    }
    /** Waits until this many commits wait for a standby. */
    let isOver = false
    const waiting = async (count: number) => {
      const sql = "select 1 from pg_stat_activity where wait_event = 'SyncRep'"
      const look = async () => isOver || ((await watcher.query(sql)).rowCount ?? 0) >= count
      await until(`${count} wait for a standby`, look, 5)
      return "waits"
    }
    const { run } = process_(server.url())
    await run(Effect.andThen(aBusiness, another))
    await standbys("nobody")
    // Commits only wait once the checkpointer has read the setting: some may end before.
    const one = waiting(1)
    let written = run(add("written"))
    for (let n = 1; (await Promise.race([written, one])) !== "waits"; n++) {
      written = run(add(`written ${n}`))
    }
    const again = run(
      Effect.flatMap(UnitOfWork, ({ atomically }) =>
        atomically(Effect.succeed("the first answer again"), { client_id: 2 }),
      ),
    )
    const first = await Promise.race([again, waiting(2)])
    isOver = true
    await standbys("")
    expect(first).toBe("waits")
    expect(await again).toBe("the first answer again")
    expect(await written).toMatch(/^written/u)
  })

  test("reads once per transaction what only its units may change", async () => {
    const folder = temporaryFolder("postgres")
    const settings = ["log_statement=all", "logging_collector=on", "log_filename=all.log"]
    server = await newServer(settings, folder)
    const { run } = process_(server.url())
    await run(aBusiness)
    await run(Effect.forEach(names("c", 50), (id) => add(id), all))
    const sent = (text: string) =>
      readFileSync(join(folder, "data/log/all.log"), "utf8").split(text).length - 1
    // The server writes its log with a delay.
    await expect.poll(() => sent('insert into "budgets"')).toBeGreaterThan(50)
    // A transaction that a busy machine has lost is repeated, with its lock and its reads.
    const transactions = sent("for no key update")
    expect(transactions).toBeLessThan(50)
    expect(sent('from "webhooks"')).toBeLessThanOrEqual(transactions)
    expect(sent('from "events"')).toBeLessThanOrEqual(transactions + 1)
  })

  test("is killed under load: no acknowledged write is lost, and writes resume", async () => {
    server = await newServer()
    const { run, exit } = process_(server.url())
    await run(aBusiness)
    const acknowledged: Array<string> = []
    const refused: Array<string> = []
    let isOver = false
    const client = async (name: string) => {
      for (let n = 0; !isOver; n++) {
        const done = await exit(add(`${name}-${n}`))
        if (Exit.isSuccess(done)) acknowledged.push(done.value)
        else refused.push(unavailable(done))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    const clients = names("k", 8).map(client)
    await expect.poll(() => acknowledged.length).toBeGreaterThan(50)
    await server.kill()
    await expect.poll(() => refused.length).toBeGreaterThan(8)
    await server.start()
    const count = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(count + 50)
    isOver = true
    await Promise.all(clients)
    const found = new Set(await run(savedRows))
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([])
    expect(refused.filter((reason) => reason.startsWith("none"))).toEqual([])
  })

  test("stops responding: requests fail fast, and succeed once it responds again", async () => {
    const { run, exit } = process_(server.url(), { lostAfterMs: 300 })
    await expect.poll(async () => Exit.isSuccess(await exit(savedRows))).toBe(true)
    server.freeze(true)
    const [waiting] = await Promise.all([exit(add("frozen"))])
    expect(unavailable(waiting)).not.toMatch(/^none/u)
    const storage = await run(PostgresStorage)
    expect(Exit.isFailure(await exit(storage.available))).toBe(true)
    server.freeze(false)
    await expect.poll(async () => Exit.isSuccess(await exit(storage.available))).toBe(true)
    let tries = 0
    const thawed = async () => Exit.isSuccess(await exit(add(`thawed ${++tries}`)))
    await expect.poll(thawed).toBe(true)
  })
}

if (hasPostgres) describe("units of work", tests)
if (hasPrograms) describe("a database that is lost", losses)
else test(leftOut, () => expect(hasPrograms).toBe(false))
