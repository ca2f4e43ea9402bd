import { epoch, Ids, type NumberedKind } from "@outlay/domain"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { now } from "./given.ts"
import { checks, type Storage } from "./judge.ts"

const kinds: ReadonlyArray<NumberedKind> = ["businesses", "users", "invites", "budget_members"]

/** What `Ids` promise. */
export const idsSuite = (name: string, storage: Storage<Ids>): void => {
  const check = checks(storage)

  describe(`${name}: Ids`, () => {
    check(
      "UUIDs are of version 7, carry the clock's time, differ, and sort as they were made",
      () =>
        Effect.gen(function* () {
          const { uuid } = yield* Ids
          const made = yield* Effect.all(Array.from({ length: 1_000 }, () => uuid))
          const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u
          for (const id of made) expect(id).toMatch(version7)
          expect(Number(`0x${made[0]?.replace("-", "").slice(0, 12)}`)).toBe(epoch(now))
          expect(new Set(made).size).toBe(made.length)
          expect(made.toSorted()).toEqual(made)
        }),
    )

    check("integers are positive and never handed out twice, also to many at once", () =>
      Effect.gen(function* () {
        const { integer } = yield* Ids
        for (const kind of kinds) {
          const many = Array.from({ length: 200 }, () => integer(kind))
          const made = yield* Effect.all(many, { concurrency: "unbounded" })
          expect(made.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
          expect(new Set(made).size).toBe(made.length)
        }
      }),
    )

    check("of integers of a kind, a later one is larger", () =>
      Effect.gen(function* () {
        const { integer } = yield* Ids
        const first = yield* integer("users")
        yield* integer("invites")
        expect(yield* integer("users")).toBeGreaterThan(first)
      }),
    )
  })
}
