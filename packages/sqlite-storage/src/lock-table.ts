import { readFileSync, statSync } from "node:fs"

/** Where SQLite has a reader's lock in a database, and that of a user of the index of its log. */
const sharedByte = 1_073_741_826
const indexByte = 128

/** `1: POSIX  ADVISORY  READ 4830 fe:00:2154530 128 128` */
const line = /^\d+: \S+\s+\S+\s+\S+\s+(\d+) [\da-f]+:[\da-f]+:(\d+) (\d+) (\d+|EOF)$/gmu

/** The processes that have a lock on this byte of a file, as far as they are seen from here. */
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
 * Whether every process that has a database open has it by this name: who does, has locked the
 * index of its log, which lies beside it by its name. `table` is what Linux tells of locks. False
 * where it does not tell, as of a process in another container.
 */
export const areUsersOfName = (file: string, table: string): boolean => {
  const users = processesAt(table, file, sharedByte)
  const ofName = processesAt(table, `${file}-shm`, indexByte)
  return users.size > 0 && [...users].every((process) => ofName.has(process))
}

/** What the system tells of locks; nothing where it is not Linux. */
export const lockTable = (): string => {
  try {
    return readFileSync("/proc/locks", "utf8")
  } catch {
    return ""
  }
}
