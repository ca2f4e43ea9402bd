import { UnitOfWork } from "@outlay/domain"
import { now } from "@outlay/domain/ports"
import { commit } from "@outlay/sql-storage"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterEach, describe, expect, test } from "vitest"
import { aBusiness, asSystem, decision, event } from "../../sqlite-storage/test/given.ts"
import { hurryingClock, standingClock } from "../../sqlite-storage/test/standing-clock.ts"
import { PostgresStorage } from "../src/index.ts"
import { connected, hasPostgres, leftOut, newDatabase } from "./server.ts"

const open: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Returns the time of a unit that has an event. */
const unit = UnitOfWork.use(({ atomically }) =>
  atomically(Effect.andThen(commit(1, decision({ result: null, events: [event()] })), now), {
    client_id: 1,
  }),
)

/** A process on a separate machine, whose clock stands still. */
const process_ = (url: string, at: string, clock = standingClock) => {
  const patient = { lostAfterMs: 60_000, lockTimeoutMs: 60_000 }
  const layer = Layer.merge(PostgresStorage.engine({ url, ...patient }), asSystem)
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer, clock(at)))
  open.push(() => runtime.dispose())
  return runtime
}

const tests = () => {
  test("later commits have later times, regardless of the clocks of machines", async () => {
    const url = await newDatabase()
    const behind = process_(url, "2026-03-01T12:00:00.000Z")
    await behind.runPromise(aBusiness)
    const ahead = process_(url, "2026-03-01T12:00:05.000Z")
    const times: Array<string> = []
    for (const one of [behind, behind, ahead, behind, ahead, ahead, behind, behind]) {
      times.push(await one.runPromise(unit))
    }
    expect(times).toEqual([...new Set(times)].sort())
    expect(times[2]).toBe("2026-03-01T12:00:05.000Z")
  })

  test("ids of events are in the order of their commits, regardless of the clocks", async () => {
    const url = await newDatabase()
    const behind = process_(url, "2026-03-01T12:00:00.000Z")
    await behind.runPromise(aBusiness)
    const ahead = process_(url, "2026-03-01T12:00:05.000Z", hurryingClock)
    for (const one of [behind, ahead, behind, behind, ahead, behind]) await one.runPromise(unit)
    const client = await connected(url)
    const { rows } = await client.query("select id, created from events order by sequence")
    await client.end()
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
    const times = rows.map(({ created }) => created)
    expect(times).toEqual([...times].sort())
  })

  test("a machine whose clock is years ahead dates nothing after the database's time", async () => {
    const url = await newDatabase()
    const ahead = process_(url, "2199-01-01T00:00:00.000Z")
    await ahead.runPromise(aBusiness)
    const dated = await ahead.runPromise(unit)
    const client = await connected(url)
    const { rows } = await client.query(
      `select max(applied)::timestamptz < clock_timestamp() + '1 minute'::interval as applied,
        $1::timestamptz < clock_timestamp() + '1 minute'::interval as dated from migrations`,
      [dated],
    )
    await client.end()
    expect(rows).toEqual([{ applied: true, dated: true }])
  })
}

if (!hasPostgres) test(leftOut, () => expect(hasPostgres).toBe(false))
else describe("Instants of several processes", tests)
