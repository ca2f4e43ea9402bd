import { StorageUnavailable } from "@outlay/domain"
import Database from "better-sqlite3"

/**
 * Meaning of an error of SQLite. `unavailable`: the disk, the memory or another process prevented
 * the work; a later attempt may succeed. `fatal`: the state on disk is unknown or damaged. `fault`:
 * the program is wrong.
 */
export type Verdict = "unavailable" | "fatal" | "fault"

const fatal = /^SQLITE_(CORRUPT|NOTADB|IOERR_(DIR_)?FSYNC)/u
const unavailable =
  /^SQLITE_(BUSY|LOCKED|FULL|NOMEM|IOERR|READONLY|CANTOPEN|PROTOCOL|INTERRUPT|PERM|AUTH)/u

const codeOf = (error: unknown): string =>
  error instanceof Database.SqliteError ? error.code : "none"

/** Returns true if another connection holds a lock. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith("SQLITE_BUSY")

/** Returns the meaning of an error of a statement. */
export const verdictOf = (error: unknown): Verdict => {
  if (fatal.test(codeOf(error))) return "fatal"
  return unavailable.test(codeOf(error)) ? "unavailable" : "fault"
}

const neverWritten = /^SQLITE_(BUSY|LOCKED|FULL|NOMEM|READONLY|IOERR_WRITE)/u

/**
 * Returns the meaning of an error of COMMIT. If the write itself was refused, nothing was saved.
 * After any other error, above all a failed fsync, no one knows what is durable.
 */
export const verdictOfCommit = (error: unknown): Verdict =>
  neverWritten.test(codeOf(error)) ? "unavailable" : "fatal"

/** Returns an error as text, for the operator's log. */
export const reasonOf = (error: unknown): string =>
  error instanceof Database.SqliteError
    ? `${error.code}: ${error.message}`
    : error instanceof Error
      ? error.message
      : String(error)

export const refusal = (reason: string): StorageUnavailable => new StorageUnavailable({ reason })

export const isUnavailable = (error: unknown): error is StorageUnavailable =>
  error instanceof Error && "_tag" in error && error._tag === "StorageUnavailable"
