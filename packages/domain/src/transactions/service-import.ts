import { Clock, Effect, Result, Stream } from "effect"
import { now as currentTime } from "../core/now.ts"
import type { Recorded } from "../core/records/transactions.ts"
import { LongUnit, StorageUnavailable, UnitOfWork } from "../core/unit-of-work.ts"
import { commands } from "./commands.ts"
import { namedBy } from "./context.ts"
import {
  firstLines,
  type ImportLine,
  type ImportOutcome,
  type ImportReport,
  linesAlone,
  nextMaxLines,
  nothingImported,
  reportOn,
  unitsOf,
} from "./import-report.ts"
import { decideRecords, type RecordRefusal } from "./rules/record.ts"
import { TransactionStore } from "./store.ts"

export interface ImportOptions {
  /** The UTC day on which lines of locked days are booked; without it they are refused. */
  readonly book_late_on?: string | undefined
  /** Asked at the start: whether other writes may wait for its units. Default they may. */
  readonly isAwaited?: Effect.Effect<boolean> | undefined
}

/** How many lines are taken from the source at once. */
const linesPerPortion = 250

/** Storage that fails in the middle has saved the units before. */
const partOf = <E>(error: E | StorageUnavailable) =>
  error instanceof StorageUnavailable
    ? new StorageUnavailable({ reason: error.reason, isPart: true })
    : error

/** What became of each line: the results are those of the lines that are rows, in their order. */
const outcomesOf = (
  lines: ReadonlyArray<ImportLine>,
  results: ReadonlyArray<Result.Result<Recorded, RecordRefusal>>,
): ReadonlyArray<ImportOutcome> => {
  const resultsOfRows = results.values()
  return lines.map(({ line, row }) => {
    if (Result.isFailure(row)) return { line, result: Result.fail(row.failure) }
    const next = resultsOfRows.next()
    if (next.done === true) throw new Error("A batch has fewer results than rows")
    return { line, result: next.value }
  })
}

/** The import of many transactions that happened elsewhere. */
export const imports = Effect.gen(function* () {
  const store = yield* TransactionStore
  const { catchUpAll, commandsOf } = yield* commands
  const { atomically } = yield* UnitOfWork

  /** How many lines the next unit may have: all imports learn how fast the machine is. */
  let maxLines = firstLines

  /** One batch of an import: what became of each line. */
  const importBatch = Effect.fnUntraced(
    function* (
      client_id: number,
      lines: ReadonlyArray<ImportLine>,
      { book_late_on }: ImportOptions,
    ) {
      const now = yield* currentTime
      const rows = lines.flatMap(({ row }) => (Result.isSuccess(row) ? [row.success] : []))
      const newCommands = yield* commandsOf(rows, now)
      const commands =
        book_late_on === undefined ? newCommands : newCommands.map((_) => ({ ..._, book_late_on }))
      yield* catchUpAll(client_id)
      const results = yield* store.change(namedBy(client_id, rows), (context) =>
        decideRecords(context, commands),
      )
      return outcomesOf(lines, results)
    },
    (work, client_id) => Effect.provideService(atomically(work, { client_id }), LongUnit, true),
  )

  /** The same; how long it takes says how many lines the next unit that others await may have. */
  const timed = Effect.fnUntraced(function* (
    client_id: number,
    lines: ReadonlyArray<ImportLine>,
    options: ImportOptions,
    isFull: boolean,
  ) {
    const began = yield* Clock.monotonicTimeNanos
    const outcomes = yield* importBatch(client_id, lines, options)
    const nanos = (yield* Clock.monotonicTimeNanos) - began
    maxLines = nextMaxLines(maxLines, { isFull, millis: Number(nanos) / 1_000_000 })
    return outcomes
  })

  /**
   * Records lines of any number, in constant memory: as many as take a moment are a unit of work, a
   * line that is refused undoes nothing of its neighbours, and the same lines again change nothing.
   * `onBatch` hears how far it has come.
   */
  const importRows = <E, R, R2 = never>(
    client_id: number,
    lines: Stream.Stream<ImportLine, E, R>,
    onBatch: (soFar: ImportReport) => Effect.Effect<void, never, R2> = () => Effect.void,
    options: ImportOptions = {},
  ): Effect.Effect<ImportReport, E | StorageUnavailable, R | R2> =>
    Effect.gen(function* () {
      let report = nothingImported
      let pendingLines: ReadonlyArray<ImportLine> = []
      const isAwaited = yield* options.isAwaited ?? Effect.succeed(true)
      const mostLines = () => (isAwaited ? maxLines : linesAlone)
      const importUnit = isAwaited ? timed : importBatch
      const importNext = Effect.gen(function* () {
        const maxUnit = mostLines()
        const isFull = pendingLines.length >= maxUnit
        const [unit = []] = unitsOf(pendingLines, maxUnit)
        pendingLines = pendingLines.slice(unit.length)
        report = reportOn(report, yield* importUnit(client_id, unit, options, isFull))
        yield* onBatch(report)
      })
      const importWhile = (isReady: () => boolean) =>
        Effect.whileLoop({ while: isReady, body: () => importNext, step: () => undefined })
      yield* Stream.runForEach(Stream.grouped(lines, linesPerPortion), (more) => {
        pendingLines = [...pendingLines, ...more]
        return importWhile(() => pendingLines.length >= mostLines())
      })
      yield* importWhile(() => pendingLines.length > 0)
      return report
    }).pipe(Effect.mapError(partOf), Effect.withSpan("Transactions.importRows"))

  return { importRows }
})
