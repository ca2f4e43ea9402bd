import { existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import type Database from "better-sqlite3"
import { Data, Effect } from "effect"
import { makeDurable } from "./durable.ts"
import { reasonOf } from "./failures.ts"

/** A backup that was not made: there is no file of that name, or the one that was there before. */
export class BackupFailed extends Data.TaggedError("BackupFailed")<{
  readonly file: string
  readonly reason: string
}> {
  override get message(): string {
    return `The backup ${this.file} was not made: ${this.reason}.`
  }
}

/** How many pages are copied in one turn of the event loop. */
const step = 100
const allPages = 0x7fff_ffff

/**
 * Copies the database as it is at the end of the copying, while it goes on being used, into a file
 * that must not be there yet. The file appears when it is complete and durable.
 */
export const backup = (db: Database.Database, file: string): Effect.Effect<void, BackupFailed> => {
  const part = `${file}.part`
  return Effect.tryPromise({
    try: async () => {
      if (existsSync(file)) throw new Error("there is such a file")
      await rm(part, { force: true })
      // SQLite starts again when another process writes meanwhile, and one that only reads cannot
      // be the one that writes: it takes all at once, or it might never end.
      await db.backup(part, { progress: () => (db.readonly ? allPages : step) })
      await makeDurable(part)
      await rename(part, file)
      await makeDurable(file)
    },
    catch: (error) => new BackupFailed({ file, reason: reasonOf(error) }),
  }).pipe(Effect.tapError(() => Effect.promise(() => rm(part, { force: true }))))
}

/** What SQLite finds wrong with the file or with its references: nothing, when all is well. */
export const integrityFaults = (db: Database.Database): ReadonlyArray<string> => {
  const found = db.pragma("integrity_check") as ReadonlyArray<{ integrity_check: string }>
  const dangling = db.pragma("foreign_key_check") as ReadonlyArray<{
    table: string
    parent: string
  }>
  return [
    ...found.map((row) => row.integrity_check).filter((text) => text !== "ok"),
    ...dangling.map(({ table, parent }) => `a row of ${table} refers to no row of ${parent}`),
  ]
}
