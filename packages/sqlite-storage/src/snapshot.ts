import type Database from "better-sqlite3"
import type { Others } from "./others.ts"

/**
 * What reads of one turn of the event loop see: the database as it was when the first of them
 * began. A read by itself takes SQLite's locks and gives them back, and again to know whether
 * another connection has committed; these do so once, in one read transaction.
 */
export class Snapshot {
  readonly #db: Database.Database
  readonly #others: Others
  readonly #begin: Database.Statement<[]>
  readonly #commit: Database.Statement<[]>
  readonly #onFailure: (error: unknown) => void
  /** How many ask for a connection on which nothing begins or ends. */
  #forbidden = 0
  #isOpen = false
  /** How many there were. */
  #count = 0
  #isEndScheduled = false

  /** `onFailure` is told of errors of SQLite, which the engine judges. */
  constructor(db: Database.Database, others: Others, onFailure: (error: unknown) => void) {
    this.#db = db
    this.#onFailure = onFailure
    this.#others = others
    this.#begin = db.prepare("BEGIN")
    this.#commit = db.prepare("COMMIT")
    // Nobody else commits to a database in memory.
    if (db.memory) this.#forbidden = 1
  }

  /** The number of the one that was begun and not ended, or null. */
  get begun(): number | null {
    return this.#isOpen ? this.#count : null
  }

  /** Whether that one has lasted until now: SQLite ends one by itself where a read fails. */
  lasts(begun: number | null): boolean {
    return begun !== null && begun === this.begun && this.#db.inTransaction
  }

  /** Opens one where none is. Not to be called in a unit of work. */
  begin(): void {
    if (this.#isOpen || this.#forbidden > 0) return
    this.#begin.run()
    this.#isOpen = true
    this.#count++
    try {
      // It begins with what is read first.
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

  /** To be called before a unit of work begins, too. Never throws: nothing can be lost by it. */
  end(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    // It is over where the connection is closed, or SQLite has ended it after an error.
    if (!this.#db.open || !this.#db.inTransaction) return
    try {
      this.#commit.run()
    } catch (error) {
      // A damaged page can be found as late as this.
      this.#onFailure(error)
      if (this.#db.inTransaction) this.#db.exec("ROLLBACK")
    }
  }

  /** Meanwhile each read sees the last commit. */
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
