import { existsSync, statSync } from "node:fs"
import { migrations } from "@outlay/sql-storage"
import type Database from "better-sqlite3"
import type { Effect } from "effect"
import type { BackupOptions } from "./backup-options.ts"
import { connect } from "./connection.ts"
import { BackupFailed, FileRefused } from "./errors.ts"
import { reasonOf } from "./failures.ts"
import { fileOf, partOf } from "./files.ts"
import { isInUse } from "./locks.ts"
import { checkMigrated } from "./migrate.ts"
import { putInPlace, withPart } from "./partial-file.ts"
import { integrityFaults } from "./soundness.ts"
import { awaited } from "./whole-work.ts"

/** Pages that are copied in one turn of the event loop. */
const step = 100
const allPages = 0x7fff_ffff

/**
 * Refuses a file that a backup must not replace.
 *
 * @throws FileRefused
 */
const judge = (file: string, database: string, replace: boolean): void => {
  const part = partOf(file, database)
  if (part !== null) throw new FileRefused(`it ${part}`)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return
  if (!replace) throw new FileRefused("there is such a file")
  if (!stats.isFile()) throw new FileRefused("it is there, and no file")
  if (isInUse(file)) throw new FileRefused("it is a database that something is using")
}

/** Checks the schema and the integrity of a copy, which nothing else has open. */
const check = (copy: string): void => {
  const db = connect(copy, { fileMustExist: true })
  try {
    db.pragma("locking_mode = EXCLUSIVE")
    checkMigrated(db, migrations)
    const [fault] = integrityFaults(db)
    if (fault !== undefined) throw new Error(`what was copied is damaged: ${fault}`)
  } finally {
    db.close()
  }
}

/** A database in use. */
export interface BackupSource {
  readonly db: Database.Database
  /** Runs work that copies in several turns of the event loop, while no unit is half done. */
  readonly undisturbed: <A>(work: () => Promise<A>) => Promise<A>
}

/**
 * Copies the database to a file, as it is at the end of the copying, while it stays in use. The
 * file appears, or is replaced, when the copy is complete, checked and durable; until then, the old
 * file stays. No file in use is replaced. The check reads the whole copy at once.
 */
export const backup = (
  { db, undisturbed }: BackupSource,
  path: string,
  { replace = false, check: isChecked = true }: BackupOptions = {},
): Effect.Effect<void, BackupFailed> =>
  awaited(
    async (signal) => {
      const file = fileOf(path)
      judge(file, db.name, replace)
      await withPart(file, async (part) => {
        // SQLite restarts the copy if another connection writes, and a connection that only reads
        // is never the writer. It copies everything at once, because it might never end otherwise.
        const progress = () => {
          signal.throwIfAborted()
          return db.readonly ? allPages : step
        }
        await undisturbed(() => db.backup(part, { progress }))
        signal.throwIfAborted()
        if (isChecked) check(part)
        if (!replace && existsSync(file)) throw new FileRefused("there is such a file")
        await putInPlace(part, file)
      })
    },
    (error) => {
      const isRefused = error instanceof FileRefused
      return new BackupFailed({ file: path, reason: reasonOf(error), isRefused })
    },
  )
