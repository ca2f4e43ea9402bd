import { existsSync, realpathSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import Database from "better-sqlite3"
import { Effect, type Scope } from "effect"
import { reasonOf } from "./failures.ts"
import { DatabaseRefused } from "./refused.ts"

/** How long one that is ending is waited for, such as before a restart. */
const patience = 1_000

/**
 * Makes this process the only one that serves a database, until the scope ends. The lock is one of
 * the operating system's, on an empty file beside the database: it ends with the process, however
 * that ends, and the file that stays behind holds nobody off. Whoever does not ask for it, such as
 * a command, uses the database beside.
 */
export const sole = (file: string): Effect.Effect<void, DatabaseRefused, Scope.Scope> =>
  file === ":memory:"
    ? Effect.void
    : Effect.asVoid(
        Effect.acquireRelease(
          Effect.try({ try: () => lock(file), catch: (error) => refusalOf(file, error) }),
          (held) => Effect.sync(() => held.close()),
        ),
      )

/** The same file for every path that leads to the database. */
const beside = (file: string): string =>
  `${existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file))}-serving`

const lock = (file: string): Database.Database => {
  const held = new Database(beside(file), { timeout: patience })
  try {
    // Nothing is written, so that there is nothing to undo and no journal.
    held.exec("begin exclusive")
    return held
  } catch (error) {
    held.close()
    throw error
  }
}

const refusalOf = (file: string, error: unknown): DatabaseRefused =>
  error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")
    ? new DatabaseRefused({
        file,
        reason: "is served by another process: stop that one first, or serve another database",
      })
    : new DatabaseRefused({ file, reason: `cannot be locked for serving: ${reasonOf(error)}` })
