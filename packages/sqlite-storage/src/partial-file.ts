import { randomBytes } from "node:crypto"
import { existsSync, rmSync, statSync } from "node:fs"
import { rename } from "node:fs/promises"
import type Database from "better-sqlite3"
import { connect } from "./connection.ts"
import { makeDurable } from "./durability.ts"
import { isBusy, reasonOf } from "./failures.ts"
import { discard, fileOf, makeOwn } from "./files.ts"

/**
 * A file that is written beside another, in whose place it is put when it is whole, and on disk. It
 * is its owner's alone.
 *
 * @throws Error when it cannot be made.
 */
const partBeside = (file: string): string => {
  const part = `${file}.${randomBytes(6).toString("hex")}.part`
  makeOwn(part)
  return part
}

/**
 * A connection that keeps all others off a file, what its log has moved into it; null where it is
 * no database that can be read. Changes nothing that it says.
 *
 * @throws Error when something uses it, or its log cannot be moved.
 */
const hold = (file: string): Database.Database | null => {
  const db = connect(file, { timeout: 1000 })
  try {
    db.pragma("locking_mode = EXCLUSIVE")
    db.pragma("synchronous = FULL")
    db.exec("BEGIN EXCLUSIVE")
    db.exec("ROLLBACK")
    if (sizeOf(`${file}-wal`) > 0) db.pragma("journal_mode = DELETE")
    return db
  } catch (error) {
    db.close()
    const reason = reasonOf(error)
    if (isBusy(error)) throw new Error(`something is using ${file} (${reason}); stop it first`)
    if (/^SQLITE_(NOTADB|CORRUPT)/u.test(reason)) return null
    throw error
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Puts a database that is whole and on disk in the place of a file, at once: whatever happens, the
 * one or the other is there. Links are not resolved.
 *
 * @throws Error when the file is in use, or has a log that would be read into the new one.
 */
export const putInPlace = async (part: string, file: string): Promise<void> => {
  const heldFile = existsSync(file) ? hold(file) : null
  try {
    // Windows renames over no file that is open.
    if (process.platform === "win32") heldFile?.close()
    if (sizeOf(`${file}-wal`) > 0 || sizeOf(`${file}-journal`) > 0) {
      throw new Error(`the log next to ${file} would be applied to it: move the log away`)
    }
    await makeDurable(part)
    // The one that is held is empty, and would stay.
    if (heldFile?.open === true) rmSync(`${file}-wal`, { force: true })
    await rename(part, file)
  } finally {
    heldFile?.close()
  }
  await makeDurable(file)
}

/** Runs work on such a file, which is gone afterwards, unless it was put in its place. */
export const withPart = async (
  file: string,
  work: (part: string) => Promise<void>,
): Promise<void> => {
  const part = partBeside(fileOf(file))
  try {
    await work(part)
  } finally {
    discard(part)
  }
}
