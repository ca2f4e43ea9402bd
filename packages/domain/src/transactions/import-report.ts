import { Result, Schema } from "effect"
import { count, listOf, text } from "../core/fields.ts"
import type { Recorded, RecordTransaction } from "../core/records/transactions.ts"
import type { RecordRefusal } from "./rules/record.ts"

/** Error in a line of an import: a stable code, and a sentence. */
export interface ImportFault {
  readonly code: string
  readonly detail: string
}

/** One line of an import, numbered from 1: a row, or the error in it. */
export interface ImportLine {
  readonly line: number
  readonly row: Result.Result<RecordTransaction, ImportFault>
}

/** Maximum number of lines in a portion. */
export const linesPerPortion = 2_000

/**
 * Maximum number of lines in a unit of work if no other write is pending. More lines would gain
 * little and take memory.
 */
export const linesPerUnit = 4_000

/**
 * Milliseconds after which a unit ends with its current portion, because processes that cannot
 * announce their pending writes give up after some seconds.
 */
export const maxUnitMillis = 1_000

/**
 * Number of lines in the first portion, before the time per line is known. It is small, because its
 * code is still being compiled while other requests wait.
 */
export const firstLines = 50

/**
 * Minimum of the limit after the first portions. With fewer lines, the commit costs too much per
 * line.
 */
const fewestLines = 500

/** Maximum duration of a portion in milliseconds. All other requests wait for it. */
const maxPortionMillis = 120

/**
 * Returns the maximum number of lines in the next portion, after one with the maximum `maxLines`:
 * enough to make the cost of the commit per line small, and few enough that others wait only
 * briefly. `isFull` is true if the last portion had `maxLines` lines. A smaller one does not show
 * that more lines are possible.
 */
export const nextMaxLines = (
  maxLines: number,
  last: { readonly isFull: boolean; readonly millis: number },
): number => {
  if (maxLines < fewestLines) return Math.min(fewestLines, 2 * maxLines)
  const linesInTime = Math.floor((maxLines * maxPortionMillis) / Math.max(1, last.millis))
  if (linesInTime < maxLines) return Math.max(fewestLines, linesInTime)
  return last.isFull ? Math.min(linesPerPortion, 2 * maxLines, linesInTime) : maxLines
}

/**
 * Returns the first lines from `start` on, at least one: at most `maxLines` lines with at most
 * twice as many rows (transactions and line items).
 */
export const firstOf = (
  lines: ReadonlyArray<ImportLine>,
  maxLines: number,
  start = 0,
): ReadonlyArray<ImportLine> => {
  let rows = 0
  const end = lines.findIndex(({ row }, n) => {
    if (n < start) return false
    rows += 1 + (Result.isSuccess(row) ? (row.success.line_items?.length ?? 0) : 0)
    return n > start && (n - start === maxLines || rows > 2 * maxLines)
  })
  return lines.slice(start, end === -1 ? lines.length : end)
}

const ImportError = Schema.Struct({
  line: count("Line number, starting at 1."),
  code: text("Stable, machine-readable error code."),
  detail: text("Error message."),
}).annotate({
  identifier: "ImportError",
  description: "Error of one line.",
  examples: [{ line: 3, code: "unknown_user", detail: "user_id: There is no user 99." }],
})

/** The result of an import, with "the first 1,000 errors". */
export const ImportReport = Schema.Struct({
  received: count("Number of lines received, excluding blank ones."),
  imported: count("Number of transactions created."),
  unchanged: count("Number of lines whose `external_id` already existed."),
  refused: count("Number of lines refused."),
  errors: listOf(ImportError, "Errors of refused lines; the first 1,000."),
}).annotate({
  identifier: "ImportReport",
  description: "Import report, with the first 1,000 errors.",
})
export interface ImportReport extends Schema.Schema.Type<typeof ImportReport> {}

export const nothingImported: ImportReport = {
  received: 0,
  imported: 0,
  unchanged: 0,
  refused: 0,
  errors: [],
}

const mostErrors = 1000

export interface ImportOutcome {
  readonly line: number
  readonly result: Result.Result<Recorded, ImportFault | RecordRefusal>
}

/** Returns the errors of refused lines. */
export const errorsOf = (outcomes: ReadonlyArray<ImportOutcome>): ImportReport["errors"] =>
  outcomes.flatMap(({ line, result }) =>
    Result.isFailure(result) ? [{ line, ...faultOf(result.failure) }] : [],
  )

/** Returns the report after further lines. */
export const reportOn = (
  before: ImportReport,
  outcomes: ReadonlyArray<ImportOutcome>,
): ImportReport => {
  const errors = errorsOf(outcomes)
  const created = outcomes.filter(
    ({ result }) => Result.isSuccess(result) && result.success.created,
  )
  return {
    received: before.received + outcomes.length,
    imported: before.imported + created.length,
    unchanged: before.unchanged + outcomes.length - created.length - errors.length,
    refused: before.refused + errors.length,
    errors: [...before.errors, ...errors.slice(0, mostErrors - before.errors.length)],
  }
}

/** Returns a refusal in the form of the report: "its snake_case name is the stable code". */
const faultOf = (fault: ImportFault | RecordRefusal): ImportFault => {
  if (!("_tag" in fault)) return fault
  const code =
    fault._tag === "UnknownReference"
      ? `unknown_${fault.what}`
      : fault._tag.replace(/(?<=[a-z0-9])[A-Z]/gu, (letter) => `_${letter}`).toLowerCase()
  const pointer =
    "pointer" in fault && fault.pointer !== undefined ? `${fault.pointer.slice(1)}: ` : ""
  return { code, detail: `${pointer}${fault.message}` }
}
