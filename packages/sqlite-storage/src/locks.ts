import { existsSync } from "node:fs"
import type Database from "better-sqlite3"
import { Effect, type Scope } from "effect"
import { connect, judgeNode } from "./connection.ts"
import { DatabaseRefused } from "./errors.ts"
import { isBusy, reasonOf } from "./failures.ts"
import { fileOf, makeOwn, namesOf, refuseFolder } from "./files.ts"
import { areUsersOfName, lockTable } from "./lock-table.ts"

/**
 * Use of a database, which a process declares by a lock of the operating system on an empty file
 * next to it: one process serves it, others use it `beside` that one, and `alone` excludes all
 * others. A lock ends with its process, even if it is killed, and the remaining file excludes no
 * one.
 */
export type Use = "serving" | "shared" | "alone"

/** Time to wait for a process that is ending, for example before a restart, in milliseconds. */
const timeoutMs = 1_000
const retryIntervalMs = 20

const begin: Readonly<Record<Use, string>> = {
  serving: "begin immediate",
  shared: "begin",
  alone: "begin exclusive",
}

/** Returns the lock file, which is the same for every symbolic link to the database. */
const lockFileOf = (file: string): string => `${fileOf(file)}-serving`

/** Takes the lock. Nothing is written, so there is nothing to roll back. */
const take = (file: string, use: Use, timeout: number): Database.Database => {
  judgeNode(file)
  const path = lockFileOf(file)
  makeOwn(path)
  const lockDatabase = connect(path, { timeout })
  try {
    lockDatabase.pragma("journal_mode = MEMORY")
    lockDatabase.exec(begin[use])
    // This takes the lock of a transaction that only reads.
    if (use === "shared") lockDatabase.prepare("select 1 from sqlite_schema").get()
    return lockDatabase
  } catch (error) {
    lockDatabase.close()
    throw error
  }
}

/** Returns true if another use prevents this one at the moment. */
const isInTheWay = (file: string, use: Use): boolean => {
  if (!existsSync(lockFileOf(file))) return false
  try {
    take(file, use, 0).close()
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  }
}

/** Returns true if a process serves the database; false if that is unknown. */
export const isServed = (file: string): boolean => {
  try {
    return isInTheWay(file, "serving")
  } catch {
    return false
  }
}

/**
 * Returns true if any connection has a database open, by any name: these locks are on the file
 * itself. A log that was left behind is moved into it.
 */
export const isInUse = (file: string): boolean => {
  const db = connect(file, { fileMustExist: true, timeout: 0 })
  try {
    db.pragma("locking_mode = EXCLUSIVE")
    db.pragma("synchronous = FULL")
    db.exec("BEGIN EXCLUSIVE")
    db.exec("ROLLBACK")
    return false
  } catch (error) {
    // A file that is no database, or cannot be written, is refused elsewhere with a better message.
    return isBusy(error)
  } finally {
    db.close()
  }
}

/**
 * Refuses a database that is used by another of its names: each has its own log, and writes in one
 * would be lost to the other. Symbolic links are not other names, because SQLite resolves them.
 * Another program, such as one that copies the log, may have it open by this name.
 */
const refuseUseByOtherName = (file: string): void => {
  const end = performance.now() + timeoutMs
  while (isInUse(file) && !isInTheWay(file, "alone") && !isByThisName(file)) {
    if (performance.now() > end) {
      const reason =
        "is in use by another name (a mount or a link), or by a program that cannot be seen from here, so that writes would be lost: stop that first"
      throw new DatabaseRefused({ file, reason })
    }
    sleep(retryIntervalMs)
  }
}

const isByThisName = (file: string): boolean => areUsersOfName(fileOf(file), lockTable())

const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

const refuseNames = (file: string): void => {
  const names = namesOf(file)
  if (names < 2) return
  const reason = `has ${names} names (hard links), each of which would have a log of its own, so that writes would be lost: keep one name`
  throw new DatabaseRefused({ file, reason })
}

const locked = (file: string, use: Use): Database.Database => {
  refuseFolder(file)
  refuseNames(file)
  if (existsSync(file)) refuseUseByOtherName(file)
  return take(file, use, timeoutMs)
}

/** Takes the lock for a reader, which writes nothing, if the lock file exists and can be opened. */
const lockedForReading = (file: string): Database.Database | null => {
  refuseFolder(file)
  if (!existsSync(`${fileOf(file)}-wal`)) refuseUseByOtherName(file)
  if (!existsSync(lockFileOf(file))) return null
  try {
    return take(file, "shared", timeoutMs)
  } catch (error) {
    if (isBusy(error)) throw error
    return null
  }
}

const why: Readonly<Record<Use, string>> = {
  serving: "is served by another process: stop that one first, or serve another database",
  shared: "is being replaced by another process: try again when that has ended",
  alone: "is in use: stop the service first",
}

const refusalOf = (file: string, use: Use, error: unknown): DatabaseRefused => {
  if (error instanceof DatabaseRefused) return error
  const reason = isBusy(error) ? why[use] : `cannot be locked: ${reasonOf(error)}`
  return new DatabaseRefused({ file, reason })
}

const scopedLock = (file: string, use: Use, take: () => Database.Database | null) =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.try({ try: take, catch: (error) => refusalOf(file, use, error) }),
      (lock) => Effect.sync(() => lock?.close()),
    ),
  )

/** Takes a database, which need not exist yet, for a use, until the scope ends. */
export const lock = (file: string, use: Use): Effect.Effect<void, DatabaseRefused, Scope.Scope> =>
  file === ":memory:" ? Effect.void : scopedLock(file, use, () => locked(file, use))

/** Takes a database for reading, until the scope ends. */
export const lockForReading = (file: string): Effect.Effect<void, DatabaseRefused, Scope.Scope> =>
  existsSync(file) ? scopedLock(file, "shared", () => lockedForReading(file)) : Effect.void
