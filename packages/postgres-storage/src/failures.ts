import { StorageUnavailable } from "@outlay/domain"
import pg from "pg"

/**
 * Meaning of an error of PostgreSQL. `unavailable`: the server, the network or another transaction
 * prevented the work; a later attempt may succeed. `fault`: the program is wrong.
 */
export type Verdict = "unavailable" | "fault"

/**
 * Errors of connections, resources, the operator and the system; cancelled statements, locks that
 * took too long, and deadlocks; a write to a server that only reads, and a missing right of a role.
 */
const unavailable = /^(08|53|57|58|XX000|40001|40P01|55P03|25006|25P0[23]|28|42501)/u

export const verdictOf = (error: unknown): Verdict => {
  if (error instanceof StorageUnavailable) return "unavailable"
  const isOfServer = error instanceof pg.DatabaseError
  return isOfServer && unavailable.test(error.code ?? "") ? "unavailable" : "fault"
}

/**
 * Returns an error of the server, or of a value that cannot be read, unchanged; otherwise a
 * refusal.
 */
export const errorOfDriver = (error: unknown): unknown =>
  error instanceof pg.DatabaseError || error instanceof RangeError || error instanceof SyntaxError
    ? error
    : refusal(reasonOf(error))

/** Returns an error as text, for the operator's log. */
export const reasonOf = (error: unknown): string => {
  // Its message is for clients, and describes more of the request than is known here.
  if (error instanceof StorageUnavailable) return error.reason
  if (error instanceof pg.DatabaseError) {
    const message = `${error.code}: ${error.message}`
    return error.code === "25006" ? `it only reads, as a standby does (${message})` : message
  }
  // An error about several addresses of a name has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ")
  return error instanceof Error ? error.message : String(error)
}

export const refusal = (reason: string): StorageUnavailable => new StorageUnavailable({ reason })

export const isUnavailable = (error: unknown): error is StorageUnavailable =>
  error instanceof StorageUnavailable
