import { copyFileSync, rmSync } from "node:fs"
import type { EventHead } from "@outlay/domain/fields"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { inspect, type Summary } from "../../src/operations/inspection.ts"
import { receiptsBeside } from "../../src/receipts.ts"
import type { Corruption } from "./corrupt.ts"

/** Short names of the checks that found a corruption; empty if none did. */
export type Finders = ReadonlyArray<string>

export type Outcome = Corruption & { readonly finders: Finders | "refused" }

const chained = new Set(["sequence", "hash", "created", "type", "resource"])

const ofFault = (fault: string): string => {
  if (fault.startsWith("the sequence")) return "sequences"
  if (fault.includes("was rewritten")) return "noted head"
  return fault.includes("refers to no row") ? "references" : "file"
}

const names = [
  ...["there is no such", "does not exist", "its start", "it belongs to", "it counts"],
  ...["not its own", "at that time", "was returned", "with its business", "default role"],
]

/** Returns the names of the checks of `verify` that found something. */
const findersOf = ({ faults, differences, first_unexplained }: Summary): Finders => {
  const unexplained = first_unexplained.map(({ resource, field, what }) => {
    if (resource === "events" && chained.has(field ?? "")) return "chain of events"
    return names.some((name) => what.includes(name)) ? `*${what}*` : "history"
  })
  const checks = differences.map(({ check }) => `*${check}*`)
  return [...new Set([...faults.map(ofFault), ...checks, ...unexplained])].sort()
}

/** Returns the findings of `verify` in a corrupted copy of a database. */
export const tried = async (
  [prepared, copy]: readonly [string, string],
  corrupt: (db: Database.Database) => void,
  { spoil = () => {}, heads = [] }: Further = {},
): Promise<Finders | "refused"> => {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(copy + suffix, { force: true })
  copyFileSync(prepared, copy)
  const db = new Database(copy)
  try {
    db.pragma("journal_mode = DELETE")
    // No power failure is tested here, so nothing has to reach the disk.
    db.pragma("synchronous = OFF")
    db.pragma("foreign_keys = OFF")
    db.pragma("ignore_check_constraints = ON")
    corrupt(db)
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_CONSTRAINT")) {
      return "refused"
    }
    throw error
  } finally {
    db.close()
  }
  spoil(copy)
  const refused = () => ["start"]
  return Effect.runPromise(
    inspect(copy, { noted: heads, receipts: { folder: receiptsBeside(prepared) } }).pipe(
      Effect.map(findersOf),
      Effect.catchTag("DatabaseRefused", () => Effect.succeed(refused())),
    ),
  )
}

interface Further {
  /** Corrupts the file itself. */
  readonly spoil?: (file: string) => void
  /** Chain heads noted earlier. */
  readonly heads?: ReadonlyArray<EventHead>
}
