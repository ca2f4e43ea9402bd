import { equal, notEqual } from "node:assert/strict"
import { type IdempotencyRecord, IdempotencyStore } from "@outlay/domain/ports"
import { Effect } from "effect"
import { deepEqual, matches } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { now } from "./given.ts"

const record = (scope: string, fields: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
  client_id: 1,
  scope,
  fingerprint: "fingerprint",
  status: 201,
  headers: { etag: '"1"', location: "/v1/x" },
  body: '{"name":"Ünïcode 🧾"}',
  created: now,
  expires_at: "2026-11-22T12:00:00.000Z",
  ...fields,
})

const key = (scope: string, client_id = 1) => ({ client_id, scope })

/** Guarantees of an `IdempotencyStore`. */
export const idempotencyStoreSuites: Suites<IdempotencyStore> = [
  {
    name: "IdempotencyStore",
    cases: [
      check("finds a saved record unchanged, under its own scope only", () =>
        Effect.gen(function* () {
          const store = yield* IdempotencyStore
          yield* store.save(record("a"))
          yield* store.save(record("b", { status: 200, headers: {}, body: "" }))
          deepEqual(yield* store.find(key("a"), now), record("a"))
          matches(yield* store.find(key("b"), now), { status: 200, headers: {}, body: "" })
          equal(yield* store.find(key("c"), now), null)
          equal(yield* store.find(key("a", 2), now), null)
        }),
      ),

      check("finds it until the instant at which it expires", () =>
        Effect.gen(function* () {
          const store = yield* IdempotencyStore
          yield* store.save(record("a"))
          notEqual(yield* store.find(key("a"), "2026-11-22T11:59:59.999Z"), null)
          equal(yield* store.find(key("a"), "2026-11-22T12:00:00.000Z"), null)
        }),
      ),

      check("an expired record is replaced by a new one", () =>
        Effect.gen(function* () {
          const store = yield* IdempotencyStore
          const then = "2026-11-22T12:00:00.000Z"
          const expires_at = "2026-11-23T12:00:00.000Z"
          const again = record("a", { body: "again", created: then, expires_at })
          equal(yield* store.save(record("a")), true)
          equal(yield* store.save(again), true)
          deepEqual(yield* store.find(key("a"), then), again)
        }),
      ),

      check("a record that has not expired stays, and the second save returns false", () =>
        Effect.gen(function* () {
          const store = yield* IdempotencyStore
          const created = "2026-11-22T11:59:59.999Z"
          equal(yield* store.save(record("a")), true)
          equal(yield* store.save(record("a", { body: "second", created })), false)
          deepEqual(yield* store.find(key("a"), now), record("a"))
        }),
      ),

      check("prunes expired records and returns their number", () =>
        Effect.gen(function* () {
          const store = yield* IdempotencyStore
          yield* store.save(record("a"))
          yield* store.save(record("b"))
          yield* store.save(record("c", { expires_at: "2026-11-22T12:00:00.001Z" }))
          equal(yield* store.prune("2026-11-22T11:59:59.999Z"), 0)
          equal(yield* store.prune("2026-11-22T12:00:00.000Z"), 2)
          equal(yield* store.find(key("a"), now), null)
          notEqual(yield* store.find(key("c"), now), null)
        }),
      ),
    ],
  },
]
