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

/** What lies beside a database and is part of it, by the end of its name. */
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
 * The file that a path leads to, links resolved, whether it is there yet or not.
 *
 * @throws Error when there is no such folder.
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
    // No link, so the file itself is not there.
    if (codeOf(error) === "ENOENT" || codeOf(error) === "EINVAL") {
      return join(folder, basename(path))
    }
    throw error
  }
}

/** What tells a file from every other, whatever its names; null where there is none. */
const identityOf = (path: string): string | null => {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`
}

/** Whether two paths lead to the same file, that is there. */
export const isSameFile = (one: string, other: string): boolean => {
  const identity = identityOf(one)
  return identity !== null && identity === identityOf(other)
}

/**
 * Which part of this database, or of another, a file is, in words; null when it is none. Judged by
 * device and inode, and by the name, since a part may be made later.
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

/** How many names a file has; 0 where there is none. */
export const namesOf = (path: string): number => {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? 0 : stats.nlink
}

/**
 * Makes an empty file that its owner alone can read, whatever the umask; what SQLite puts beside it
 * is the same. False where a file is there already.
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

/** The mode of a file that others than its owner can read or write, as in `chmod`; or null. */
export const openToOthers = (path: string): string | null => {
  if (process.platform === "win32") return null
  const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777
  return (mode & 0o066) === 0 ? null : mode.toString(8).padStart(4, "0")
}

/** Removes a file that was to become a database, with all that SQLite put beside it. */
export const discard = (file: string): void => {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true })
}
