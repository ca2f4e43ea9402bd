import { type IdempotencyRecord, IdempotencyStore } from "@outlay/domain"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { now } from "./given.ts"
import { checks, type Storage } from "./judge.ts"

const record = (scope: string, fields: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
  scope,
  fingerprint: "fingerprint",
  status: 201,
  headers: { etag: '"1"', location: "/v1/x" },
  body: '{"name":"Ünïcode 🧾"}',
  created: now,
  expires_at: "2026-11-22T12:00:00.000Z",
  ...fields,
})

/** What an `IdempotencyStore` promises. */
export const idempotencyStoreSuite = (name: string, storage: Storage<IdempotencyStore>): void => {
  const check = checks(storage)

  describe(`${name}: IdempotencyStore`, () => {
    check("finds what was saved, as it was, under its own scope alone", () =>
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.save(record("a"))
        yield* store.save(record("b", { status: 200, headers: {}, body: "" }))
        expect(yield* store.find("a", now)).toEqual(record("a"))
        expect(yield* store.find("b", now)).toMatchObject({ status: 200, headers: {}, body: "" })
        expect(yield* store.find("c", now)).toBeNull()
      }),
    )

    check("finds it until the instant at which it expires", () =>
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.save(record("a"))
        expect(yield* store.find("a", "2026-11-22T11:59:59.999Z")).not.toBeNull()
        expect(yield* store.find("a", "2026-11-22T12:00:00.000Z")).toBeNull()
      }),
    )

    check("one that has expired gives way to a new one", () =>
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        const again = record("a", { body: "again", expires_at: "2026-11-23T12:00:00.000Z" })
        yield* store.save(record("a"))
        yield* store.save(again)
        expect(yield* store.find("a", "2026-11-22T12:00:00.000Z")).toEqual(again)
      }),
    )

    check("prunes what has expired, and says how many", () =>
      Effect.gen(function* () {
        const store = yield* IdempotencyStore
        yield* store.save(record("a"))
        yield* store.save(record("b"))
        yield* store.save(record("c", { expires_at: "2026-11-22T12:00:00.001Z" }))
        expect(yield* store.prune("2026-11-22T11:59:59.999Z")).toBe(0)
        expect(yield* store.prune("2026-11-22T12:00:00.000Z")).toBe(2)
        expect(yield* store.find("a", now)).toBeNull()
        expect(yield* store.find("c", now)).not.toBeNull()
      }),
    )
  })
}
