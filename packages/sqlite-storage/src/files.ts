import {
  closeSync,
  existsSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { DatabaseRefused } from "./errors.ts"

/** Suffixes of the files next to a database that are part of it. */
const parts: ReadonlyMap<string, string> = new Map([
  ["-wal", "the log"],
  ["-shm", "the index of the log"],
  ["-journal", "the journal"],
  ["-serving", "the lock"],
  ["-status", "the record of backups"],
])

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : null

/**
 * Returns the file of a path, with links resolved, even if it does not exist yet.
 *
 * @throws Error if the folder does not exist.
 */
export const fileOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error
  }
  const folder = realpathSync(dirname(path))
  try {
    return fileOf(resolve(folder, readlinkSync(path)))
  } catch (error) {
    // It is not a link, so the file itself does not exist.
    if (codeOf(error) === "ENOENT" || codeOf(error) === "EINVAL") {
      return join(folder, basename(path))
    }
    throw error
  }
}

/** Returns the identity of a file, regardless of its names; null if it does not exist. */
const identityOf = (path: string): string | null => {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`
}

/** Returns true if two paths lead to the same existing file. */
export const isSameFile = (one: string, other: string): boolean => {
  const identity = identityOf(one)
  return identity !== null && identity === identityOf(other)
}

/**
 * Describes which part of this or another database a file is; null if it is none. Determined by
 * device and inode, and by the name, because a part may be created later.
 */
export const partOf = (path: string, database: string): string | null => {
  if (isSameFile(path, database)) return "is the database itself"
  for (const [suffix, what] of parts) {
    if (isSameFile(path, fileOf(database) + suffix)) return `is ${what} of the database`
    const other = path.endsWith(suffix) ? path.slice(0, -suffix.length) : ""
    if (other !== "" && existsSync(other)) return `is ${what} of ${other}`
  }
  return null
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Refuses a folder, whose names in the folders within it are not links of a database.
 *
 * @throws DatabaseRefused if the file is a folder.
 */
export const refuseFolder = (file: string): void => {
  if (!isFolder(file)) return
  const reason = `is a folder: name a file in it, such as ${join(file, "outlay.db")}`
  throw new DatabaseRefused({ file, reason })
}

/** Returns the number of names of a file; 0 if it does not exist. */
export const namesOf = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? 0 : stats.nlink
}

/**
 * Creates an empty file that only its owner can read, regardless of the umask; the files that
 * SQLite creates next to it get the same mode. Returns false if the file exists.
 */
export const makeOwn = (path: string): boolean => {
  try {
    closeSync(openSync(path, "wx", 0o600))
    return true
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false
    throw error
  }
}

/** Returns 0 for a folder, or for a file that is missing or unreadable: opening it reports why. */
const modeOf = (path: string): number => {
  try {
    const stats = statSync(path)
    return stats.isDirectory() ? 0 : stats.mode
  } catch {
    return 0
  }
}

/**
 * Returns the mode of a file, as in `chmod`, if others than its owner can read or write it;
 * otherwise null.
 */
export const openToOthers = (path: string): string | null => {
  if (process.platform === "win32") return null
  const mode = modeOf(path) & 0o777
  return (mode & 0o066) === 0 ? null : mode.toString(8).padStart(4, "0")
}

/** Removes an incomplete database file, with all files that SQLite created next to it. */
export const discard = (file: string): void => {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true })
}
