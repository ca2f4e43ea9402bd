/**
 * A thread that moves what is committed from the WAL into the database: nobody waits for it. It
 * loads nothing but SQLite, so that it costs little memory.
 */
import { parentPort, workerData } from "node:worker_threads"
import Database from "better-sqlite3"
import type { Answer, Checkpointed, Request } from "./checkpointer.ts"
import { nodeFault } from "./node.ts"

/** Commits may come faster than they are moved; then the next request goes on. */
const rounds = 4

const port = parentPort
if (port === null) throw new Error("This is a thread of Checkpointer.")
const fault = nodeFault()
if (fault !== null) throw new Error(`It ${fault}.`)

const db = new Database(workerData as string, { fileMustExist: true, timeout: 0 })
db.pragma("synchronous = FULL")
const checkpoint = db.prepare<[], Checkpointed>("pragma wal_checkpoint(PASSIVE)")

/** Once all is moved, the next commit begins the WAL anew. */
const move = (): Answer => {
  try {
    for (let round = 0; round < rounds; round++) {
      const done = checkpoint.get()
      if (done === undefined || done.busy !== 0 || done.checkpointed === done.log) break
    }
    return null
  } catch (error) {
    if (error instanceof Database.SqliteError) return { code: error.code, message: error.message }
    throw error
  }
}

port.on("message", (request: Request) => {
  if (request === "move") port.postMessage(move())
  else {
    db.close()
    port.close()
  }
})
