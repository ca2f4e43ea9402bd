import { createReadStream, existsSync, statSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { now } from "@outlay/domain/ports"
import { migrations } from "@outlay/sql-storage"
import { Effect } from "effect"
import { DatabaseRefused, FileRefused, RestoreFailed } from "./errors.ts"
import { reasonOf } from "./failures.ts"
import { fileOf, partOf } from "./files.ts"
import { isInUse, lock } from "./locks.ts"
import { open } from "./open.ts"
import { putInPlace, withPart } from "./partial-file.ts"
import { integrityFaults } from "./soundness.ts"
import { readSteps } from "./steps.ts"
import { awaited } from "./whole-work.ts"

export interface Restored {
  /** A copy that `backup` made; it is not changed. */
  readonly file: string
  /** The target; an existing database is replaced. */
  readonly database: string
}

/**
 * Refuses a file that is no backup, or an incomplete one.
 *
 * @throws FileRefused
 */
const judge = ({ file, database }: Restored): void => {
  const part = existsSync(database) ? partOf(file, database) : null
  if (part !== null) throw new FileRefused(`it ${part}`)
  if (!statSync(file).isFile()) throw new FileRefused("it is no file")
  const log = statSync(`${fileOf(file)}-wal`, { throwIfNoEntry: false })
  if ((log?.size ?? 0) > 0 || isInUse(file)) {
    throw new FileRefused("it is in use, or was not closed: make a backup of it, and restore that")
  }
}

const isBackup = (copy: string): boolean => {
  try {
    return readSteps(copy).length > 0
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error
    return false
  }
}

/**
 * Migrates a copy to the schema of this program, reads all of it, and returns the errors found.
 *
 * @throws DatabaseRefused
 */
const prepare = (copy: string, time: string): ReadonlyArray<string> => {
  const db = open({ file: copy, mode: "writable", migrations, now: time })
  try {
    return integrityFaults(db)
  } finally {
    db.close()
  }
}

const put = ({ file, database }: Restored, time: string, signal: AbortSignal): Promise<void> =>
  withPart(database, async (part) => {
    await writeFile(part, createReadStream(file), { flag: "r+", signal })
    if (!isBackup(part)) throw new Error("it is no backup, or damaged")
    const [fault] = prepare(part, time)
    if (fault !== undefined) throw new Error(`it is damaged: ${fault}`)
    signal.throwIfAborted()
    await putInPlace(part, fileOf(database))
  })

const failed = (file: string, error: unknown): RestoreFailed => {
  const reason = error instanceof DatabaseRefused ? `it ${error.reason}` : reasonOf(error)
  return new RestoreFailed({ file, reason, isRefused: error instanceof FileRefused })
}

/**
 * Restores a backup as a database that does not exist or is not in use: copies it, checks the copy,
 * migrates it to the schema of this program, and makes it durable. Until then, the old database
 * stays. The backup itself does not change.
 */
export const restore = (input: Restored): Effect.Effect<void, RestoreFailed | DatabaseRefused> =>
  Effect.gen(function* () {
    const { file, database } = input
    const catchAll = (error: unknown) => failed(file, error)
    yield* Effect.try({ try: () => judge(input), catch: catchAll })
    yield* lock(database, "alone")
    const time = yield* now
    yield* awaited((signal) => put(input, time, signal), catchAll)
  }).pipe(Effect.scoped)
