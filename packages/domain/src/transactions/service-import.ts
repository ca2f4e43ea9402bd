import { Clock, Effect, Result, Stream } from "effect"
import { now as currentTime } from "../core/now.ts"
import type { Recorded } from "../core/records/transactions.ts"
import { Store } from "../core/store.ts"
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
import { transactionContext } from "./looks.ts"
import { decideRecords, type RecordRefusal } from "./rules/record.ts"

export interface ImportOptions {
  /** UTC day on which lines of locked days are booked. Without it, they are refused. */
  readonly book_late_on?: string | undefined
  /**
   * True if another write waits for the current unit, which then ends after its current portion. If
   * it is absent, each portion is a unit.
   */
  readonly isAwaited?: Effect.Effect<boolean> | undefined
}

const millisSince = (began: bigint) =>
  Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos - began) / 1_000_000)

/** Number of lines that are taken from the source at once. */
const linesPerChunk = 250

/** Marks a failure of the storage as partial, because earlier units are already saved. */
const partOf = <E>(error: E | StorageUnavailable) =>
  error instanceof StorageUnavailable
    ? new StorageUnavailable({ reason: error.reason, isPart: true })
    : error

/** Returns the outcome of each line. `results` belong to the valid lines, in their order. */
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

/** Units of work of imports, and the number of lines in each. */
const units = Effect.gen(function* () {
  const store = yield* Store
  const { catchUpAll, commandsOf } = yield* commands
  const { atomically } = yield* UnitOfWork

  /**
   * Maximum number of lines in the next portion. All imports share it, because it depends on the
   * speed of the machine.
   */
  let maxLines = firstLines

  /** Runs work on lines, and adjusts the size of the next portion to its duration. */
  const timed = <A, E, R>(lines: ReadonlyArray<ImportLine>, work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const isFull = lines.length >= maxLines
      const began = yield* Clock.monotonicTimeNanos
      const result = yield* work
      maxLines = nextMaxLines(maxLines, { isFull, millis: yield* millisSince(began) })
      return result
    })

  /** Imports one portion within a unit of work. Returns the outcome of each line. */
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
    const results = yield* store.change(client_id, transactionContext(namedBy(rows)), (context) =>
      decideRecords(context, commands),
    )
    return outcomesOf(lines, results)
  })

  const asUnit = <A, E, R>(client_id: number, work: Effect.Effect<A, E, R>) =>
    atomically(Effect.andThen(catchUpAll(client_id), work), { client_id }).pipe(
      Effect.provideService(LongUnit, true),
    )

  /** Imports portions within a unit of work, until all lines are done or the unit must end. */
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

  /** Imports the first lines as one unit of work. Returns the outcome of each of them. */
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

  /** Maximum number of lines in the next unit. */
  const mostLines = ({ isAwaited }: ImportOptions): number =>
    isAwaited === undefined ? maxLines : linesPerUnit

  return { importUnit, mostLines }
})

/** Imports of transactions that happened elsewhere. */
export const imports = Effect.gen(function* () {
  const { importUnit, mostLines } = yield* units

  /**
   * Records any number of lines, in constant memory and in short units of work. A refused line does
   * not affect the others, and importing the same lines again changes nothing. `onUnit` receives
   * the report so far, after each unit, and the errors of its refused lines.
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
      // A unit that has begun is saved and reported even if the import is interrupted.
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
