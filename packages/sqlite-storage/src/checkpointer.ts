import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import Database from "better-sqlite3"

/** What `PRAGMA wal_checkpoint` answers, in pages. */
export interface Checkpointed {
  readonly busy: number
  readonly log: number
  readonly checkpointed: number
}

/** To the thread. */
export type Request = "move" | "end"

/** From the thread: how it failed, or null. */
export type Answer = { readonly code: string; readonly message: string } | null

/** In pages: so much of the WAL is moved at once, 16 MB of it. */
const checkpointPages = 2_000

/**
 * In pages: a commit that leaves more in the WAL moves it by itself, and whoever waits for it waits
 * longer. That is so where the thread falls behind, or cannot be started.
 */
export const maxWalPages = 4 * checkpointPages

/**
 * The same for a long unit, which may write as much by itself: the thread moves it while the next
 * unit is made. 128 MB.
 */
export const maxWalPagesOfLongUnits = 2 * maxWalPages

/** In milliseconds: how long nobody looks again. */
const minIntervalMs = 10

/** Beside this module, whether that was compiled or not. */
const script = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url)

/**
 * Has the WAL moved into the database by a thread, while the engine goes on: a checkpoint of 16 MB
 * takes tens of milliseconds, most of it for the disk. The thread is started when there is so much
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

  /** `onFailure` is told of errors of SQLite, which the engine judges. */
  constructor(db: Database.Database, onFailure: (error: unknown) => void) {
    this.#file = db.name
    this.#size = db.prepare("pragma wal_checkpoint(NOOP)")
    this.#onFailure = onFailure
  }

  /** To be called after every commit. Never throws: what was committed must not look undone. */
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

  /** In pages. What cannot be told now is told after a later commit: this one is done. */
  #waiting(): number {
    try {
      const size = this.#size.get()
      return size === undefined ? 0 : size.log - size.checkpointed
    } catch {
      return 0
    }
  }

  /** Ends the thread, after what it is doing, or waits until it has failed by itself. */
  async close(): Promise<void> {
    this.#isLost = true
    const thread = this.#thread
    if (thread === null) return
    thread.ref()
    // Not `once` of node:events, which rejects when an error comes first.
    const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()))
    this.#send("end")
    await ended
  }

  #start(): Worker {
    const thread = new Worker(script, { workerData: this.#file })
    thread.on("message", (answer: Answer) => {
      this.#isMoving = false
      if (answer !== null) this.#onFailure(new Database.SqliteError(answer.message, answer.code))
    })
    // Without a thread commits move what is too much.
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
