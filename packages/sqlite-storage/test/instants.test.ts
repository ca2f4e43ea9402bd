import { UnitOfWork } from "@outlay/domain"
import { now } from "@outlay/domain/ports"
import { commit } from "@outlay/sql-storage"
import Database from "better-sqlite3"
import { Effect, Layer, ManagedRuntime } from "effect"
import { expect, test } from "vitest"
import { atEndOfTest } from "../../../scripts/temporary.ts"
import { SqliteStorage } from "../src/index.ts"
import { aBusiness, asSystem, decision, event, file } from "./given.ts"
import { hurryingClock, standingClock } from "./standing-clock.ts"

/** Returns the time of a unit that has an event. */
const unit = UnitOfWork.use(({ atomically }) =>
  atomically(Effect.andThen(commit(1, decision({ result: null, events: [event()] })), now), {
    client_id: 1,
  }),
)

const process_ = (path: string, clock = standingClock) => {
  const layer = Layer.merge(SqliteStorage.engine({ file: path }), asSystem)
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer, clock("2026-03-01T12:00:00.000Z")))
  atEndOfTest(() => runtime.dispose())
  return runtime
}

test("later commits have later times, even if the clock stands still", async () => {
  const path = file()
  const service = process_(path)
  await service.runPromise(aBusiness)
  const other = process_(path)
  const times: Array<string> = []
  for (const one of [service, service, other, service, other, other, service]) {
    times.push(await one.runPromise(unit))
  }
  expect(times).toEqual([...new Set(times)].sort())
})

test("ids of events are in the order of their commits, also after a start", async () => {
  const path = file()
  const service = process_(path)
  await service.runPromise(aBusiness)
  const ahead = process_(path, hurryingClock)
  for (const one of [ahead, service, ahead, service]) await one.runPromise(unit)
  await ahead.runPromise(unit)
  await process_(path).runPromise(unit)
  const db = new Database(path, { readonly: true })
  const ids = db.prepare("select id from events order by sequence").pluck().all()
  db.close()
  expect(ids).toEqual([...ids].sort())
})
