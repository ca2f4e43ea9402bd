import Database from "better-sqlite3"
import { DatabaseRefused } from "./errors.ts"
import { nodeFault } from "./node.ts"

/**
 * Refuses a Node.js that would crash.
 *
 * @throws DatabaseRefused
 */
export const judgeNode = (file: string): void => {
  const fault = nodeFault()
  if (fault !== null) throw new DatabaseRefused({ file, reason: fault })
}

/**
 * Opens a connection to a database. All connections are opened here, so that none is opened in a
 * Node.js that would crash.
 *
 * @throws DatabaseRefused, or an error of SQLite.
 */
export const connect = (file: string, options: Database.Options = {}): Database.Database => {
  judgeNode(file)
  return new Database(file, options)
}
