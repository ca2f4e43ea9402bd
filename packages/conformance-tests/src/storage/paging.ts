import { equal } from "node:assert/strict"
import type { Page, PageRequest } from "@outlay/domain"
import type { Write } from "@outlay/domain/ports"
import { Effect } from "effect"
import { deepEqual } from "./assert.ts"
import { check, type Ground, type StorageCase } from "./cases.ts"
import { acme, ground, plant } from "./given.ts"

/** A list of a port: five rows of it, and how to request a part. */
export interface Listing<Ports> {
  /** Returns the row with this id number, which is number `created` by age. */
  readonly row: (n: number, created: number) => Write
  /** Records that the rows need in addition to `ground`. */
  readonly base?: ReadonlyArray<Write>
  readonly page: (
    page: PageRequest,
  ) => Effect.Effect<Page<{ readonly id: string | number }>, unknown, Ports | Ground>
  readonly idOf: (n: number) => string | number
}

/**
 * Guarantees of every list "by `created` ascending, ties by id". `standing` are the other records,
 * with no row of the list.
 */
export const pageCases = <Ports>(
  { row, base = [], page, idOf }: Listing<Ports>,
  standing: ReadonlyArray<Write> = ground(acme),
): ReadonlyArray<StorageCase<Ports | Ground>> => {
  const ids = ({ results }: Page<{ readonly id: string | number }>) => results.map((_) => _.id)
  return [
    check("is empty without rows", () =>
      Effect.gen(function* () {
        yield* plant(acme, [...standing, ...base])
        deepEqual(yield* page({ offset: 0, limit: 50 }), { count: 0, results: [] })
      }),
    ),

    check("oldest first, ties by id, regardless of the order of writes", () =>
      Effect.gen(function* () {
        const rows = [row(13, 2), row(12, 2), row(11, 3), row(15, 1), row(14, 2)]
        yield* plant(acme, [...standing, ...base, ...rows])
        const found = yield* page({ offset: 0, limit: 50 })
        equal(found.count, 5)
        deepEqual(ids(found), [15, 12, 13, 14, 11].map(idOf))
      }),
    ),

    check("parts cover the list; past its end the page is empty, with the true count", () =>
      Effect.gen(function* () {
        const rows = [11, 12, 13, 14, 15].map((n) => row(n, n))
        yield* plant(acme, [...standing, ...base, ...rows])
        const parts = yield* Effect.forEach([0, 2, 4, 5, 400], (offset) =>
          page({ offset, limit: 2 }),
        )
        deepEqual(
          parts.map(({ count }) => count),
          [5, 5, 5, 5, 5],
        )
        const expected = [[11, 12], [13, 14], [15], [], []]
        deepEqual(
          parts.map(ids),
          expected.map((part) => part.map(idOf)),
        )
      }),
    ),
  ]
}
