import { Effect, Result, Stream } from "effect"
import { now as currentTime } from "../shared/now.ts"
import { type StorageUnavailable, UnitOfWork } from "../shared/unit-of-work.ts"
import { namedBy } from "./context.ts"
import {
  type ImportLine,
  type ImportOutcome,
  type ImportReport,
  linesPerUnit,
  nothingImported,
  reportOn,
  unitsOf,
} from "./import-report.ts"
import { preparing } from "./preparing.ts"
import { decideRecords } from "./record.ts"
import { TransactionStore } from "./store.ts"

/** The import of many transactions that happened elsewhere. */
export const importing = Effect.gen(function* () {
  const store = yield* TransactionStore
  const { catchUpAll, commandsOf } = yield* preparing
  const { atomically } = yield* UnitOfWork

  /** One batch of an import: what became of each line. */
  const importBatch = Effect.fnUntraced(function* (
    client_id: number,
    lines: ReadonlyArray<ImportLine>,
  ) {
    const now = yield* currentTime
    const rows = lines.flatMap(({ row }) => (Result.isSuccess(row) ? [row.success] : []))
    const commands = yield* commandsOf(rows, now)
    yield* catchUpAll(client_id)
    const results = yield* store.change(namedBy(client_id, rows), (context) =>
      decideRecords(context, commands),
    )
    const taken = results.values()
    return lines.map(({ line, row }): ImportOutcome => {
      if (Result.isFailure(row)) return { line, result: Result.fail(row.failure) }
      const next = taken.next()
      if (next.done === true) throw new Error("A batch has fewer results than rows")
      return { line, result: next.value }
    })
  }, atomically)

  /**
   * Records lines of any number, in constant memory: `linesPerUnit` at most are a unit of work,
   * a line that is refused undoes nothing of its neighbours, and the same lines again change
   * nothing. `onBatch` hears how far it has come.
   */
  const importRows = <E, R, R2 = never>(
    client_id: number,
    lines: Stream.Stream<ImportLine, E, R>,
    onBatch: (soFar: ImportReport) => Effect.Effect<void, never, R2> = () => Effect.void,
  ): Effect.Effect<ImportReport, E | StorageUnavailable, R | R2> =>
    lines.pipe(
      Stream.grouped(linesPerUnit),
      Stream.map(unitsOf),
      Stream.flattenIterable,
      Stream.runFoldEffect(
        () => nothingImported,
        (report, group) =>
          importBatch(client_id, group).pipe(
            Effect.map((outcomes) => reportOn(report, outcomes)),
            Effect.tap(onBatch),
          ),
      ),
      Effect.withSpan("Transactions.importRows"),
    )

  return { importRows }
})
