import { existsSync } from "node:fs"
import { Effect } from "effect"
import { connect } from "./connection.ts"
import { DatabaseRefused } from "./errors.ts"
import { reasonOf } from "./failures.ts"
import { refuseFolder } from "./files.ts"

/** A migration that was applied to a database, and its time. */
export interface Step {
  readonly id: number
  readonly name: string
  readonly applied: string
}

/**
 * Returns the migrations that were applied to a database; none if it does not exist.
 *
 * @throws DatabaseRefused, or SQLite's error if the file is no database.
 */
export const readSteps = (file: string): ReadonlyArray<Step> => {
  if (!existsSync(file)) return []
  const db = connect(file, { readonly: true })
  try {
    const table = "select 1 from sqlite_schema where name = 'migrations'"
    if (db.prepare(table).get() === undefined) return []
    return db.prepare<[], Step>("select id, name, applied from migrations order by id").all()
  } finally {
    db.close()
  }
}

/** The same as an effect. Fails if the file is no database, or cannot be read. */
export const stepsOf = (file: string): Effect.Effect<ReadonlyArray<Step>, DatabaseRefused> =>
  Effect.try({
    try: () => {
      refuseFolder(file)
      return readSteps(file)
    },
    catch: (error) =>
      error instanceof DatabaseRefused
        ? error
        : new DatabaseRefused({ file, reason: `cannot be opened: ${reasonOf(error)}` }),
  })
