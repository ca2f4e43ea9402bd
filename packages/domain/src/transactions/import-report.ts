import { Result, Schema } from "effect"
import { count, listOf, text } from "../core/fields.ts"
import type { Recorded, RecordTransaction } from "../core/records/transactions.ts"
import type { RecordRefusal } from "./rules/record.ts"

/** Why a line of an import is invalid: a stable code, and a sentence. */
export interface ImportFault {
  readonly code: string
  readonly detail: string
}

/** One line of an import, numbered from 1: a row, or the reason why it is invalid. */
export interface ImportLine {
  readonly line: number
  readonly row: Result.Result<RecordTransaction, ImportFault>
}

/** How many lines of an import are one portion at most. */
export const linesPerPortion = 2_000

/**
 * How many are one unit of work at most while nothing waits for it: more gain little, and take
 * memory.
 */
export const linesPerUnit = 4_000

/**
 * In milliseconds: a unit ends after the portion that reaches this duration. Processes that cannot
 * say that they wait give up after some seconds.
 */
export const maxUnitMillis = 1_000

/**
 * How many the first portion has, when it is not known yet how long they take. It is short, because
 * its code is compiled meanwhile, while others wait.
 */
export const firstLines = 50

/** How many any may have after the first ones: a commit of fewer costs each line too much. */
const fewestLines = 500

/** In milliseconds: how long a portion may last, for which all others wait. */
const maxPortionMillis = 120

/**
 * How many lines the next portion may have, after one that might have had `maxLines`: so many that
 * a commit costs each but little, so few that others wait but a moment. `isFull` says whether the
 * last had as many as it might: where lines ran out, it says nothing of more.
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
 * The first lines, from `start` on: as many as `maxLines`, or as have twice as many rows,
 * transactions and their line items; one at least.
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

/** What became of a line. */
export interface ImportOutcome {
  readonly line: number
  readonly result: Result.Result<Recorded, ImportFault | RecordRefusal>
}

/** The errors of the lines that are refused. */
export const errorsOf = (outcomes: ReadonlyArray<ImportOutcome>): ImportReport["errors"] =>
  outcomes.flatMap(({ line, result }) =>
    Result.isFailure(result) ? [{ line, ...faultOf(result.failure) }] : [],
  )

/** The report after further lines. */
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

/** A refusal as the report says it: "its snake_case name is the stable code". */
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
