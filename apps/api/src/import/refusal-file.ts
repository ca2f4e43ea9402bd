import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs"
import { isSameFile, partOf } from "@outlay/sqlite-storage"
import { Effect } from "effect"
import { type CommandFailed, commandFailed } from "../failure.ts"

const head = "SQLite format 3\0"

const isDatabase = (file: string): boolean => {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false
  const bytes = Buffer.alloc(head.length)
  const opened = openSync(file, "r")
  try {
    readSync(opened, bytes, 0, head.length, 0)
    return bytes.toString("latin1") === head
  } finally {
    closeSync(opened)
  }
}

const faultOf = (file: string, source: string, database: string): string | null => {
  if (isSameFile(file, source)) return "is the file that is imported"
  const part = existsSync(database) ? partOf(file, database) : null
  return part ?? (isDatabase(file) ? "is a database" : null)
}

/** Refuses a file for refused lines that is the source or a database, under any name. */
export const checkRefusedFile = (
  file: string | null,
  source: string,
  database: string,
): Effect.Effect<void, CommandFailed> =>
  Effect.suspend(() => {
    const fault = file === null ? null : faultOf(file, source, database)
    return fault === null
      ? Effect.void
      : Effect.fail(commandFailed(`${file} ${fault}. Choose another file for --refused.`))
  })
