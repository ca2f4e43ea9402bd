import { Businesses, CurrentActor, operator, Tokens, UnitOfWork } from "@outlay/domain"
import { steadyClock } from "@outlay/domain/ports"
import Database from "better-sqlite3"
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, expect, test } from "vitest"
import { type Everything, servicesLayer } from "../src/layers.ts"
import { ended, watched, workplace } from "./outlay.ts"

const here = workplace()
const { document, begin, path } = here
afterAll(here.leave)

const noon = Date.parse("2026-03-01T12:00:00.000Z")
const hour = 3_600_000

/** A machine with a clock that tests set, and processes that share one database. */
const machine = async (file: string) => {
  const real = await Effect.runPromise(Clock.Clock)
  let at = noon
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => at,
    currentTimeMillis: Effect.sync(() => at),
    currentTimeNanosUnsafe: () => BigInt(at) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(at) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration),
  }
  const process = () => {
    const below = steadyClock.pipe(Layer.provide(Layer.succeed(Clock.Clock, clock)))
    const runtime = ManagedRuntime.make(
      servicesLayer({ file: path(file) }).pipe(Layer.provideMerge(below)),
    )
    return {
      run: <A, E>(work: Effect.Effect<A, E, Everything>) =>
        runtime.runPromise(Effect.provideService(work, CurrentActor, operator)),
      end: () => runtime.dispose(),
    }
  }
  return {
    process,
    turn: (millis: number) => {
      at += millis
    },
  }
}

const create = (name: string) => Businesses.use((_) => _.create({ name }))
const rename = (client_id: number, name: string) =>
  Businesses.use((_) => _.update({ client_id }, { name }))

test("an expired token stays expired if the clock is set back", async () => {
  const { process, turn } = await machine("steps.db")
  const service = process()
  const made = await service.run(create("Steps"))
  const role_id = made.roles[0]?.id ?? ""
  const expires_at = new Date(noon + hour).toISOString()
  const issue = { name: "Short", role_id, expires_at }
  const { token } = await service.run(Tokens.use((_) => _.create(made.client_id, issue)))
  const isValid = async () => (await service.run(Tokens.use((_) => _.authenticate(token)))) !== null
  expect(await isValid()).toBe(true)
  turn(2 * hour)
  expect(await isValid()).toBe(false)
  const late = await service.run(create("Late"))
  turn(-2 * hour)
  expect(await isValid()).toBe(false)
  const changed = await service.run(rename(late.client_id, "Later"))
  expect(changed.updated >= changed.created).toBe(true)
  await service.end()
})

test("a restarted and a concurrent process never use a time before the last commit", async () => {
  const { process, turn } = await machine("restarts.db")
  const first = process()
  const a = await first.run(create("A"))
  turn(hour)
  const b = await first.run(rename(a.client_id, "B"))
  await first.end()
  turn(-3 * hour)
  const second = process()
  const c = await second.run(rename(a.client_id, "C"))
  expect(c.updated > b.updated).toBe(true)
  const third = process()
  turn(5 * hour)
  const d = await third.run(rename(a.client_id, "D"))
  turn(-5 * hour)
  // This process has not read the clock since then, and now does in a unit of work, as requests do.
  const last = UnitOfWork.use((_) => _.atomically(rename(a.client_id, "E")))
  const e = await second.run(last)
  expect(e.updated >= d.updated).toBe(true)
  await Promise.all([second.end(), third.end()])
  const db = new Database(path("restarts.db"), { readonly: true })
  const times = db.prepare<[], string>("select created from events order by rowid").pluck().all()
  const ids = db.prepare<[], string>("select id from events order by rowid").pluck().all()
  db.close()
  expect(times).toEqual(times.toSorted())
  expect(ids.slice(0, 3)).toEqual(ids.slice(0, 3).toSorted())
})

test("the service reports in its log and in /readyz that its time stands still", async () => {
  const operator = "operator-secret-0123456789"
  await document(["migrate"])
  await document(["business", "create", "Ahead"])
  const db = new Database(path("data/outlay.db"))
  db.exec("update events set created = '2199-01-01T00:00:00.000Z'")
  db.close()
  const service = begin(["serve", "--port", "0", "--log", "json"], {
    OUTLAY_OPERATOR_TOKEN: operator,
  })
  const text = watched(service)
  await expect.poll(() => text.out).toContain("\n")
  const url = /http\S+/u.exec(text.out)?.[0] ?? ""
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    200,
    {
      status: "ok",
      clock: { stands_still_at: "2199-01-01T00:00:00.001Z", seconds_behind: expect.any(Number) },
    },
  ])
  const made = await fetch(`${url}/operator/v1/businesses`, {
    method: "POST",
    headers: { authorization: `Bearer ${operator}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Still" }),
  })
  expect(await made.json()).toMatchObject({
    created: expect.stringMatching(/^2199-01-01T00:00:00\.00[1-9]Z$/u),
  })
  service.kill("SIGTERM")
  expect(await ended(service)).toBe(0)
  expect(text.err).toContain("time stops there")
  expect(text.err.match(/time stops there/gu)).toHaveLength(1)
  const other = await document(["business", "create", "Beside"])
  expect(other.created > "2199").toBe(true)
})
