import { StorageUnavailable } from "@outlay/domain"
import pg from "pg"

/**
 * What an error of PostgreSQL means. `unavailable`: the server, the network or another transaction
 * did not let it; later it may. `fault`: the program is wrong.
 */
export type Verdict = "unavailable" | "fault"

/**
 * Connections, resources, the operator and the system; statements that were cancelled, locks that
 * were not had in time, deadlocks; what a server that only reads says to a write, and what a role
 * hears that lacks a right.
 */
const unavailable = /^(08|53|57|58|XX000|40001|40P01|55P03|25006|25P0[23]|28|42501)/u

export const verdictOf = (error: unknown): Verdict => {
  if (error instanceof StorageUnavailable) return "unavailable"
  const isOfServer = error instanceof pg.DatabaseError
  return isOfServer && unavailable.test(error.code ?? "") ? "unavailable" : "fault"
}

/** What the driver says: an error of the server, of a value that it cannot read, or of the way. */
export const errorOfDriver = (error: unknown): unknown =>
  error instanceof pg.DatabaseError || error instanceof RangeError || error instanceof SyntaxError
    ? error
    : refusal(reasonOf(error))

/** An error in words, for the operator's log. */
export const reasonOf = (error: unknown): string => {
  // Its message is for clients, and says more of the request than is known here.
  if (error instanceof StorageUnavailable) return error.reason
  if (error instanceof pg.DatabaseError) {
    const said = `${error.code}: ${error.message}`
    return error.code === "25006" ? `it only reads, as a standby does (${said})` : said
  }
  // What tries several addresses of a name says nothing itself.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ")
  return error instanceof Error ? error.message : String(error)
}

export const refusal = (reason: string): StorageUnavailable => new StorageUnavailable({ reason })

export const isUnavailable = (error: unknown): error is StorageUnavailable =>
  error instanceof StorageUnavailable
