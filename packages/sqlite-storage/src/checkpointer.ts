import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import Database from "better-sqlite3"

/** Result of `PRAGMA wal_checkpoint`, in pages. */
export interface Checkpointed {
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

/** Message to the thread. */
export type Request = "move" | "end"

/** Message from the thread: its error, or null. */
export type ThreadError = { readonly code: string; readonly message: string } | null

/** Size of the WAL from which the thread moves it, in pages: 16 MB. */
const checkpointPages = 2_000

/**
 * Maximum size of the WAL, in pages. A commit that leaves more moves it by itself, and takes
 * longer. This happens if the thread falls behind, or cannot be started.
 */
export const maxWalPages = 4 * checkpointPages

/**
 * The same for a long unit, which may write that much by itself: the thread moves it while the next
 * unit runs. 128 MB.
 */
export const maxWalPagesOfLongUnits = 2 * maxWalPages

/** Minimum time between two looks at the size of the WAL, in milliseconds. */
const minIntervalMs = 10

/** Script next to this module, compiled or not. */
const script = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url)

/**
 * Makes a thread move the WAL into the database while the engine continues: a checkpoint of 16 MB
 * takes tens of milliseconds, mostly for the disk. The thread starts when the WAL reaches that size
 * for the first time.
 */
export class Checkpointer {
  readonly #file: string
  readonly #size: Database.Statement<[], Checkpointed>
  readonly #onFailure: (error: unknown) => void
  #thread: Worker | null = null
  #isMoving = false
  #isLost = false
  #looked = 0

  /** `onFailure` is called with errors of SQLite, whose meaning the engine decides. */
  constructor(db: Database.Database, onFailure: (error: unknown) => void) {
    this.#file = db.name
    this.#size = db.prepare("pragma wal_checkpoint(NOOP)")
    this.#onFailure = onFailure
  }

  /** To be called after every commit. Never throws: a commit must not look rolled back. */
  committed(): void {
    if (this.#isMoving || this.#isLost) return
    const now = performance.now()
    if (now - this.#looked < minIntervalMs) return
    this.#looked = now
    if (this.#waiting() < checkpointPages) return
    try {
      this.#thread ??= this.#start()
      this.#send("move")
      this.#isMoving = true
    } catch {
      this.#isLost = true
    }
  }

  /** Returns the pages to move. If that fails, a later commit tries again: this one is done. */
  #waiting(): number {
    try {
      const size = this.#size.get()
      return size === undefined ? 0 : size.log - size.checkpointed
    } catch {
      return 0
    }
  }

  /** Ends the thread after its current work, or waits until it has failed by itself. */
  async close(): Promise<void> {
    this.#isLost = true
    const thread = this.#thread
    if (thread === null) return
    thread.ref()
    // Not `once` of node:events, which rejects if an error comes first.
    const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()))
    this.#send("end")
    await ended
  }

  #start(): Worker {
    const thread = new Worker(script, { workerData: this.#file })
    thread.on("message", (error: ThreadError) => {
      this.#isMoving = false
      if (error !== null) this.#onFailure(new Database.SqliteError(error.message, error.code))
    })
    // If there is no thread, commits move a WAL that is too large.
    thread.on("error", () => undefined)
    thread.on("exit", () => {
      this.#isLost = true
      this.#thread = null
    })
    thread.unref()
    return thread
  }

  #send(request: Request): void {
    this.#thread?.postMessage(request)
  }
}
