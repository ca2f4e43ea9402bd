import { equal, match, ok } from "node:assert/strict"
import { Ids, type NumberedKind } from "@outlay/domain/ports"
import { epoch } from "@outlay/domain/rules"
import { Effect } from "effect"
import { deepEqual } from "./assert.ts"
import { check, type Suites } from "./cases.ts"
import { now } from "./given.ts"

const kinds: ReadonlyArray<NumberedKind> = ["businesses", "users", "invites", "budget_members"]

/** Guarantees of `Ids`. */
export const idsSuites: Suites<Ids> = [
  {
    name: "Ids",
    cases: [
      check(
        "UUIDs are version 7, contain the clock's time, differ, and sort in order of creation",
        () =>
          Effect.gen(function* () {
            const { uuid } = yield* Ids
            const made = yield* Effect.all(Array.from({ length: 1_000 }, () => uuid))
            const version7 =
              /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u
            for (const id of made) match(id, version7)
            equal(Number(`0x${made[0]?.replace("-", "").slice(0, 12)}`), epoch(now))
            equal(new Set(made).size, made.length)
            deepEqual(made.toSorted(), made)
          }),
      ),

      check("integers are positive and never returned twice, even concurrently", () =>
        Effect.gen(function* () {
          const { integer } = yield* Ids
          for (const kind of kinds) {
            const many = Array.from({ length: 200 }, () => integer(kind))
            const made = yield* Effect.all(many, { concurrency: "unbounded" })
            ok(made.every((id) => Number.isSafeInteger(id) && id > 0))
            equal(new Set(made).size, made.length)
          }
        }),
      ),

      check("a later integer of a kind is larger", () =>
        Effect.gen(function* () {
          const { integer } = yield* Ids
          const first = yield* integer("users")
          yield* integer("invites")
          ok((yield* integer("users")) > first)
        }),
      ),
    ],
  },
]
