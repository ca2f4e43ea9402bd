import { Clock, Effect, Result, Stream } from "effect"
import { now as currentTime } from "../core/now.ts"
import type { Recorded } from "../core/records/transactions.ts"
import { LongUnit, StorageUnavailable, UnitOfWork } from "../core/unit-of-work.ts"
import { commands } from "./commands.ts"
import { namedBy } from "./context.ts"
import {
  errorsOf,
  firstLines,
  firstOf,
  type ImportLine,
  type ImportOutcome,
  type ImportReport,
  linesPerUnit,
  maxUnitMillis,
  nextMaxLines,
  nothingImported,
  reportOn,
} from "./import-report.ts"
import { decideRecords, type RecordRefusal } from "./rules/record.ts"
import { TransactionStore } from "./store.ts"

export interface ImportOptions {
  /** The UTC day on which lines of locked days are booked; without it they are refused. */
  readonly book_late_on?: string | undefined
  /**
   * Whether another write waits for the unit that runs, which then ends with its portion. Without
   * it this is not known, and each portion is a unit.
   */
  readonly isAwaited?: Effect.Effect<boolean> | undefined
}

const millisSince = (began: bigint) =>
  Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos - began) / 1_000_000)

/** How many lines are taken from the source at once. */
const linesPerChunk = 250

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

/** The units of work of imports, and what each has of the lines. */
const units = Effect.gen(function* () {
  const store = yield* TransactionStore
  const { catchUpAll, commandsOf } = yield* commands
  const { atomically } = yield* UnitOfWork

  /** How many lines the next portion may have: all imports learn how fast the machine is. */
  let maxLines = firstLines

  /** Work on so many lines; how long it takes says how many the next portion may have. */
  const timed = <A, E, R>(lines: ReadonlyArray<ImportLine>, work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const isFull = lines.length >= maxLines
      const began = yield* Clock.monotonicTimeNanos
      const result = yield* work
      maxLines = nextMaxLines(maxLines, { isFull, millis: yield* millisSince(began) })
      return result
    })

  /** One portion, within a unit of work: what became of each line. */
  const importPortion = Effect.fnUntraced(function* (
    client_id: number,
    lines: ReadonlyArray<ImportLine>,
    { book_late_on }: ImportOptions,
  ) {
    const now = yield* currentTime
    const rows = lines.flatMap(({ row }) => (Result.isSuccess(row) ? [row.success] : []))
    const newCommands = yield* commandsOf(rows, now)
    const commands =
      book_late_on === undefined ? newCommands : newCommands.map((_) => ({ ..._, book_late_on }))
    const results = yield* store.change(namedBy(client_id, rows), (context) =>
      decideRecords(context, commands),
    )
    return outcomesOf(lines, results)
  })

  const asUnit = <A, E, R>(client_id: number, work: Effect.Effect<A, E, R>) =>
    atomically(Effect.andThen(catchUpAll(client_id), work), { client_id }).pipe(
      Effect.provideService(LongUnit, true),
    )

  /** Portions of a unit of work: all, or those before it has to end. */
  const importPortions = Effect.fnUntraced(function* (
    client_id: number,
    lines: ReadonlyArray<ImportLine>,
    options: ImportOptions,
    isAwaited: Effect.Effect<boolean>,
  ) {
    const began = yield* Clock.monotonicTimeNanos
    const hasToEnd = Effect.gen(function* () {
      return (yield* millisSince(began)) >= maxUnitMillis || (yield* isAwaited)
    })
    const outcomes: Array<ImportOutcome> = []
    do {
      const portion = firstOf(lines, maxLines, outcomes.length)
      outcomes.push(...(yield* timed(portion, importPortion(client_id, portion, options))))
    } while (outcomes.length < lines.length && !(yield* hasToEnd))
    return outcomes
  })

  /** The first of the lines as one unit of work: what became of each of them. */
  const importUnit = (
    client_id: number,
    lines: ReadonlyArray<ImportLine>,
    options: ImportOptions,
  ) => {
    if (options.isAwaited !== undefined) {
      const unit = firstOf(lines, linesPerUnit)
      return asUnit(client_id, importPortions(client_id, unit, options, options.isAwaited))
    }
    const portion = firstOf(lines, maxLines)
    return timed(portion, asUnit(client_id, importPortion(client_id, portion, options)))
  }

  /** How many lines the next unit has at most. */
  const mostLines = ({ isAwaited }: ImportOptions): number =>
    isAwaited === undefined ? maxLines : linesPerUnit

  return { importUnit, mostLines }
})

/** The import of many transactions that happened elsewhere. */
export const imports = Effect.gen(function* () {
  const { importUnit, mostLines } = yield* units

  /**
   * Records lines of any number, in constant memory: as many as take a moment are a unit of work, a
   * line that is refused undoes nothing of its neighbours, and the same lines again change nothing.
   * `onUnit` receives the report so far, after each unit, and the errors of its refused lines.
   */
  const importRows = <E, R, R2 = never>(
    client_id: number,
    lines: Stream.Stream<ImportLine, E, R>,
    onUnit: (
      soFar: ImportReport,
      errors: ImportReport["errors"],
    ) => Effect.Effect<void, never, R2> = () => Effect.void,
    options: ImportOptions = {},
  ): Effect.Effect<ImportReport, E | StorageUnavailable, R | R2> =>
    Effect.gen(function* () {
      let report = nothingImported
      let pendingLines: ReadonlyArray<ImportLine> = []
      // A unit that has begun is saved, also where this is interrupted: then it is told of, too.
      const importNext = Effect.gen(function* () {
        const outcomes = yield* importUnit(client_id, pendingLines, options)
        pendingLines = pendingLines.slice(outcomes.length)
        report = reportOn(report, outcomes)
        yield* onUnit(report, errorsOf(outcomes))
      }).pipe(Effect.uninterruptible)
      const importWhile = (isReady: () => boolean) =>
        Effect.whileLoop({ while: isReady, body: () => importNext, step: () => undefined })
      yield* Stream.runForEach(Stream.grouped(lines, linesPerChunk), (more) => {
        pendingLines = [...pendingLines, ...more]
        return importWhile(() => pendingLines.length >= mostLines(options))
      })
      yield* importWhile(() => pendingLines.length > 0)
      return report
    }).pipe(Effect.mapError(partOf), Effect.withSpan("Transactions.importRows"))

  return { importRows }
})
