import { readFileSync, statSync } from "node:fs"

/**
 * Bytes that SQLite locks: that of a reader in a database, and that of a user in the index of its
 * log.
 */
const sharedByte = 1_073_741_826
const indexByte = 128

/** `1: POSIX  ADVISORY  READ 4830 fe:00:2154530 128 128` */
const line = /^\d+: \S+\s+\S+\s+\S+\s+(\d+) [\da-f]+:[\da-f]+:(\d+) (\d+) (\d+|EOF)$/gmu

/** Returns the processes that have a lock on this byte of a file, if they are visible from here. */
const processesAt = (table: string, path: string, byte: number): ReadonlySet<string> => {
  const inode = statSync(path, { bigint: true, throwIfNoEntry: false })?.ino.toString()
  const processes = new Set<string>()
  for (const [, process = "", file, first, last] of table.matchAll(line)) {
    const covers = Number(first) <= byte && (last === "EOF" || byte <= Number(last))
    if (file === inode && covers) processes.add(process)
  }
  return processes
}

/**
 * Returns true if every process that has a database open uses this name: such a process has locked
 * the index of the log, which has that name as well. `table` is Linux's list of locks. Returns
 * false if the list does not show a process, for example one in another container.
 */
export const areUsersOfName = (file: string, table: string): boolean => {
  const users = processesAt(table, file, sharedByte)
  const ofName = processesAt(table, `${file}-shm`, indexByte)
  return users.size > 0 && [...users].every((process) => ofName.has(process))
}

/** Returns the system's list of locks; empty if it is not Linux. */
export const lockTable = (): string => {
  try {
    return readFileSync("/proc/locks", "utf8")
  } catch {
    return ""
  }
}
