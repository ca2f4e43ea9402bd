import type Database from "better-sqlite3"
import type { Others } from "./others.ts"

/**
 * The state that all reads of one turn of the event loop see: the one at the first of them. A
 * single read takes SQLite's locks and releases them, and does so again to detect commits of other
 * connections. These reads do so once, in one read transaction.
 */
export class Snapshot {
  readonly #db: Database.Database
  readonly #others: Others
  readonly #begin: Database.Statement<[]>
  readonly #commit: Database.Statement<[]>
  readonly #onFailure: (error: unknown) => void
  /** Number of callers that need a connection on which nothing begins or ends. */
  #forbidden = 0
  #isOpen = false
  /** Number of snapshots so far. */
  #count = 0
  #isEndScheduled = false

  /** `onFailure` is called with errors of SQLite, whose meaning the engine decides. */
  constructor(db: Database.Database, others: Others, onFailure: (error: unknown) => void) {
    this.#db = db
    this.#onFailure = onFailure
    this.#others = others
    this.#begin = db.prepare("BEGIN")
    this.#commit = db.prepare("COMMIT")
    // No one else commits to a database in memory.
    if (db.memory) this.#forbidden = 1
  }

  /** Number of the open snapshot, or null. */
  get begun(): number | null {
    return this.#isOpen ? this.#count : null
  }

  /** Returns true if that snapshot is still open: SQLite ends it by itself if a read fails. */
  lasts(begun: number | null): boolean {
    return begun !== null && begun === this.begun && this.#db.inTransaction
  }

  /** Opens a snapshot if none is open. Not to be called in a unit of work. */
  begin(): void {
    if (this.#isOpen || this.#forbidden > 0) return
    this.#begin.run()
    this.#isOpen = true
    this.#count++
    try {
      // The snapshot begins with the first read.
      this.#others.look()
    } catch (error) {
      this.end()
      throw error
    }
    if (this.#isEndScheduled) return
    this.#isEndScheduled = true
    setImmediate(() => {
      this.#isEndScheduled = false
      this.end()
    })
  }

  /** Ends it, also before a unit of work begins. Never throws: it cannot lose anything. */
  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    // It is over if the connection is closed, or if SQLite has ended it after an error.
    if (!this.#db.open || !this.#db.inTransaction) return
    try {
      this.#commit.run()
    } catch (error) {
      // A damaged page may be found as late as this.
      this.#onFailure(error)
      if (this.#db.inTransaction) this.#db.exec("ROLLBACK")
    }
  }

  /** Runs work during which each read sees the last commit. */
  async without<A>(work: () => Promise<A>): Promise<A> {
    this.forbid()
    try {
      return await work()
    } finally {
      this.allow()
    }
  }

  /** Until `allow`, each read sees the last commit. */
  forbid(): void {
    this.end()
    this.#forbidden++
  }

  allow(): void {
    this.#forbidden--
  }
}
