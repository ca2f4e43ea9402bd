import { randomBytes } from "node:crypto"
import { existsSync, rmSync, statSync } from "node:fs"
import { rename } from "node:fs/promises"
import type Database from "better-sqlite3"
import { connect } from "./connection.ts"
import { makeDurable } from "./durability.ts"
import { isBusy, reasonOf } from "./failures.ts"
import { discard, fileOf, makeOwn } from "./files.ts"

/**
 * Creates a file next to another, which it replaces when it is complete and durable. Only its owner
 * can read it.
 *
 * @throws Error if it cannot be created.
 */
const partBeside = (file: string): string => {
  const part = `${file}.${randomBytes(6).toString("hex")}.part`
  makeOwn(part)
  return part
}

/**
 * Opens a connection that excludes all others from a file, and moves its log into it. Returns null
 * if it is no readable database. Its contents do not change.
 *
 * @throws Error if something uses it, or its log cannot be moved.
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
 * Replaces a file atomically with a complete and durable database: one or the other always exists.
 * Links are not resolved.
 *
 * @throws Error if the file is in use, or has a log that would be applied to the new one.
 */
export const putInPlace = async (part: string, file: string): Promise<void> => {
  const heldFile = existsSync(file) ? hold(file) : null
  try {
    // Windows cannot rename over an open file.
    if (process.platform === "win32") heldFile?.close()
    if (sizeOf(`${file}-wal`) > 0 || sizeOf(`${file}-journal`) > 0) {
      throw new Error(`the log next to ${file} would be applied to it: move the log away`)
    }
    await makeDurable(part)
    // The log of the held file is empty, and would remain.
    if (heldFile?.open === true) rmSync(`${file}-wal`, { force: true })
    await rename(part, file)
  } finally {
    heldFile?.close()
  }
  await makeDurable(file)
}

/** Runs work on such a file, which is removed afterwards unless it was put in place. */
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
