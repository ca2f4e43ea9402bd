import type { StorageUnavailable } from "@outlay/domain"
import type Database from "better-sqlite3"
import { reasonOf, refusal } from "./failures.ts"

const lost = "the transaction is lost"

/** The transaction of a connection, which SQLite itself may end, for example on a full disk. */
export class Transaction {
  readonly #db: Database.Database
  readonly #controls = new Map<string, Database.Statement<[], unknown>>()
  /** Reason of the loss. Errors are created only when needed, because each captures its stack. */
  #reason = lost
  #isLost = false

  constructor(db: Database.Database) {
    this.#db = db
  }

  get isThere(): boolean {
    return this.#db.inTransaction
  }

  /** True if it ended unexpectedly: any further write would commit itself. */
  get isLost(): boolean {
    return this.#isLost
  }

  get loss(): StorageUnavailable {
    return refusal(this.#reason)
  }

  /** Runs a statement that begins or ends it, or a part of it. */
  readonly control = (sql: string): void => {
    const statement = this.#controls.get(sql) ?? this.#db.prepare<[], unknown>(sql)
    this.#controls.set(sql, statement)
    try {
      statement.run()
    } catch (error) {
      this.failed(error)
      throw error
    }
  }

  /** To be called when a transaction has begun. */
  begun(): void {
    this.#reason = lost
    this.#isLost = false
  }

  /** To be called with every error of SQLite: only an error ends a transaction unexpectedly. */
  failed(error: unknown): void {
    if (this.#isLost || this.#db.inTransaction) return
    this.#isLost = true
    this.#reason = `${lost}: ${reasonOf(error)}`
  }
}
