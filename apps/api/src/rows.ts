import {
  keyOfRow,
  type MovedRow,
  type MovedTable,
  type MoveProgress,
  type MoveSource,
  type MoveTarget,
  movedTables,
} from "@outlay/sql-storage"
import { Effect } from "effect"

/** Reads the rows of a table after a key, page by page. The next page is read while one is used. */
export const eachPage = <E>(
  side: MoveSource,
  table: MovedTable,
  after: MovedRow | null,
  use: (rows: ReadonlyArray<MovedRow>) => Effect.Effect<void, E>,
) =>
  Effect.gen(function* () {
    let rows = yield* side.page(table, after)
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      const next = side.page(table, keyOfRow(table, last))
      // Yields between two pages, so that Ctrl-C is handled.
      const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      const [, read] = yield* Effect.all([use(rows), Effect.andThen(turn, next)], {
        concurrency: 2,
      })
      rows = read
    }
  })

/** Copies all rows of a source to an empty database. */
export const copyRows = (source: MoveSource, target: MoveTarget) =>
  Effect.gen(function* () {
    const progress: MoveProgress = { source: "", rows: {}, table: null, after: null }
    yield* target.begin(progress)
    for (const table of movedTables) {
      yield* eachPage(source, table, null, (rows) => target.append(table, rows, progress))
    }
    yield* target.index
    yield* target.end
  })
