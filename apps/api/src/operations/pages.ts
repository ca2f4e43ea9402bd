import type { Page, PageRequest } from "@outlay/domain"
import { Effect } from "effect"

const limit = 500

/** Returns all records of a list, reading page by page. */
export const everything = <A, E, R>(
  list: (page: PageRequest) => Effect.Effect<Page<A>, E, R>,
): Effect.Effect<ReadonlyArray<A>, E, R> =>
  Effect.gen(function* () {
    const all: Array<A> = []
    for (;;) {
      const { results, count } = yield* list({ offset: all.length, limit })
      all.push(...results)
      if (results.length < limit || all.length >= count) return all
    }
  })
