import { UnitOfWork } from "@outlay/domain"
import { type IdempotencyRecord, IdempotencyStore } from "@outlay/domain/ports"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterEach, describe, expect, test } from "vitest"
import { asSystem } from "../../sqlite-storage/test/given.ts"
import { PostgresStorage } from "../src/index.ts"
import { hasPostgres, leftOut, newDatabase } from "./server.ts"

const open: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const process_ = (url: string) => {
  const patient = { lostAfterMs: 60_000, lockTimeoutMs: 60_000 }
  const layer = PostgresStorage.layer({ url, ...patient })
  const runtime = ManagedRuntime.make(Layer.provideMerge(layer, asSystem))
  open.push(() => runtime.dispose())
  return runtime
}

const record = (body: string): IdempotencyRecord => ({
  ...{ client_id: 0, scope: "scope", fingerprint: "fingerprint", status: 201, headers: {}, body },
  ...{ created: "2026-11-21T12:00:00.000Z", expires_at: "2026-11-22T12:00:00.000Z" },
})

/** Saves a response in a unit about no business, which ends when `end` does, kept or undone. */
const unit = (body: string, saved: () => void, end: Promise<boolean>) =>
  Effect.gen(function* () {
    const { atomically } = yield* UnitOfWork
    const { save } = yield* IdempotencyStore
    return yield* atomically(
      Effect.gen(function* () {
        const isSaved = yield* save(record(body))
        saved()
        return (yield* Effect.promise(() => end)) ? isSaved : yield* Effect.fail("undone")
      }),
    )
  })

const tests = () => {
  test.each([
    ["kept", true, "first"],
    ["undone", false, "second"],
  ])("the second of two processes waits for the first: %s", async (_, isKept, found) => {
    const url = await newDatabase()
    const [one, other] = [process_(url), process_(url)]
    const end = Promise.withResolvers<boolean>()
    const saved = Promise.withResolvers<void>()
    const first = one.runPromise(Effect.exit(unit("first", saved.resolve, end.promise)))
    await saved.promise
    const second = other.runPromise(unit("second", () => undefined, Promise.resolve(true)))
    end.resolve(isKept)
    await first
    expect(await second).toBe(!isKept)
    const find = IdempotencyStore.use((_) => _.find(record(""), record("").created))
    expect((await one.runPromise(find))?.body).toBe(found)
  })
}

if (!hasPostgres) test(leftOut, () => expect(hasPostgres).toBe(false))
else describe("Idempotency records of several processes", tests)
