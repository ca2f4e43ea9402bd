import Database from "better-sqlite3"
import { DatabaseRefused } from "./errors.ts"
import { nodeFault } from "./node.ts"

/**
 * Refuses a Node that would crash.
 *
 * @throws DatabaseRefused
 */
export const judgeNode = (file: string): void => {
  const fault = nodeFault()
  if (fault !== null) throw new DatabaseRefused({ file, reason: fault })
}

/**
 * A connection to a database. Every one is made here, so that none is made under a Node that would
 * crash.
 *
 * @throws DatabaseRefused, or what SQLite says.
 */
export const connect = (file: string, options: Database.Options = {}): Database.Database => {
  judgeNode(file)
  return new Database(file, options)
}
