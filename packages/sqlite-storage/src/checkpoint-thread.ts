/**
 * A thread that moves commits from the WAL into the database, so that no one waits for it. It loads
 * nothing but SQLite, so that it costs little memory.
 */
import { parentPort, workerData } from "node:worker_threads"
import Database from "better-sqlite3"
import type { Checkpointed, Request, ThreadError } from "./checkpointer.ts"
import { nodeFault } from "./node.ts"

/**
 * Maximum number of rounds: commits may be faster than they are moved, and the next request
 * continues.
 */
const rounds = 16

/** Time to wait for readers of the state before a commit, in milliseconds. */
const waitMs = 10

const port = parentPort
if (port === null) throw new Error("This is a thread of Checkpointer.")
const fault = nodeFault()
if (fault !== null) throw new Error(`It ${fault}.`)

const db = new Database(workerData as string, { fileMustExist: true, timeout: 0 })
db.pragma("synchronous = FULL")
const checkpoint = db.prepare<[], Checkpointed>("pragma wal_checkpoint(PASSIVE)")

const sleepCell = new Int32Array(new SharedArrayBuffer(4))

/** Moves the WAL. Once all of it is moved, the next commit restarts it. */
const move = (): ThreadError => {
  try {
    let moved = -1
    for (let round = 0; round < rounds; round++) {
      const done = checkpoint.get()
      if (done === undefined || done.busy !== 0) break
      // These numbers do not include commits made since: the next round finds them.
      if (done.checkpointed === moved && moved === done.log) break
      if (done.checkpointed === moved) Atomics.wait(sleepCell, 0, 0, waitMs)
      moved = done.checkpointed
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
