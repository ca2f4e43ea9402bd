import { StorageUnavailable } from "@outlay/domain"
import Database from "better-sqlite3"

/**
 * What an error of SQLite means. `unavailable`: the disk, the memory or another process did not let
 * it; later it may. `fatal`: what is on the disk can no longer be known, or is damaged. `fault`:
 * the program is wrong.
 */
export type Verdict = "unavailable" | "fatal" | "fault"

const fatal = /^SQLITE_(CORRUPT|NOTADB|IOERR_(DIR_)?FSYNC)/u
const unavailable =
  /^SQLITE_(BUSY|LOCKED|FULL|NOMEM|IOERR|READONLY|CANTOPEN|PROTOCOL|INTERRUPT|PERM|AUTH)/u

const codeOf = (error: unknown): string =>
  error instanceof Database.SqliteError ? error.code : "none"

/** Another connection is in the way. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith("SQLITE_BUSY")

/** What an error of a statement means. */
export const verdictOf = (error: unknown): Verdict => {
  if (fatal.test(codeOf(error))) return "fatal"
  return unavailable.test(codeOf(error)) ? "unavailable" : "fault"
}

const neverWritten = /^SQLITE_(BUSY|LOCKED|FULL|NOMEM|READONLY|IOERR_WRITE)/u

/**
 * What an error of COMMIT means. When the write itself was refused nothing was kept; after anything
 * else, a failed fsync above all, nobody knows what is durable.
 */
export const verdictOfCommit = (error: unknown): Verdict =>
  neverWritten.test(codeOf(error)) ? "unavailable" : "fatal"

/** An error in words, for the operator's log. */
export const reasonOf = (error: unknown): string =>
  error instanceof Database.SqliteError
    ? `${error.code}: ${error.message}`
    : error instanceof Error
      ? error.message
      : String(error)

export const refusal = (reason: string): StorageUnavailable => new StorageUnavailable({ reason })

export const isUnavailable = (error: unknown): error is StorageUnavailable =>
  error instanceof Error && "_tag" in error && error._tag === "StorageUnavailable"
