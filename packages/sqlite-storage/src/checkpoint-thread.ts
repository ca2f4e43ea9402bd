/**
 * A thread that moves what is committed from the WAL into the database: nobody waits for it. It
 * loads nothing but SQLite, so that it costs little memory.
 */
import { parentPort, workerData } from "node:worker_threads"
import Database from "better-sqlite3"
import type { Answer, Checkpointed, Request } from "./checkpointer.ts"
import { nodeFault } from "./node.ts"

/** Commits may come faster than they are moved; then the next request goes on. */
const rounds = 16

/** In milliseconds: so long is waited for those who read what was there before a commit. */
const waitMs = 10

const port = parentPort
if (port === null) throw new Error("This is a thread of Checkpointer.")
const fault = nodeFault()
if (fault !== null) throw new Error(`It ${fault}.`)

const db = new Database(workerData as string, { fileMustExist: true, timeout: 0 })
db.pragma("synchronous = FULL")
const checkpoint = db.prepare<[], Checkpointed>("pragma wal_checkpoint(PASSIVE)")

const sleepCell = new Int32Array(new SharedArrayBuffer(4))

/** Once all is moved, the next commit begins the WAL anew. */
const move = (): Answer => {
  try {
    let moved = -1
    for (let round = 0; round < rounds; round++) {
      const done = checkpoint.get()
      if (done === undefined || done.busy !== 0) break
      // What was committed meanwhile is not in these numbers: the next round finds it.
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
