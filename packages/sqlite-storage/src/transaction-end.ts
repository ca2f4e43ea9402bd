import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs"
import { promisify } from "node:util"
import { StorageUnavailable } from "@outlay/domain"
import type Database from "better-sqlite3"
import { type Checkpointed, maxWalPages, maxWalPagesOfLongUnits } from "./checkpointer.ts"
import { reasonOf, verdictOf, verdictOfCommit } from "./failures.ts"
import type { Listener } from "./listener.ts"
import type { Pauses } from "./pauses.ts"
import type { Transaction } from "./transaction.ts"

/** Syncs a file, at once or outside of the event loop. */
export interface Sync {
  readonly now: (file: number) => void
  readonly later: (file: number) => Promise<void>
}

export const sync: Sync = { now: fdatasyncSync, later: promisify(fdatasync) }

/** Parts of an engine that the end of a transaction needs. */
interface Ended {
  readonly db: Database.Database
  readonly transaction: Transaction
  readonly pauses: Pauses
  readonly listener: Listener
  readonly stop: (reason: string) => void
}

/**
 * Ends transactions: commits them to the disk, or rolls them back. SQLite itself syncs the log in
 * most commits, which blocks the event loop. A long unit writes many megabytes: its commit leaves
 * the sync to a thread, and others read the commit before it until the log is on the disk.
 */
export class TransactionEnd {
  readonly #engine: Ended
  readonly #sync: Sync
  /** File descriptor of the log, once a long unit has begun. */
  #log: number | null = null
  /** True if SQLite leaves the sync of the log to this class. */
  #isOurs = false

  constructor(engine: Ended, sync: Sync) {
    this.#engine = engine
    this.#sync = sync
  }

  /** To be called before a transaction begins: SQLite cannot change the setting within one. */
  begin(isLong: boolean): void {
    const { db } = this.#engine
    if (isLong === this.#isOurs || db.memory || db.readonly) return
    if (isLong) this.#log ??= openSync(`${db.name}-wal`, "r+")
    // SQLite still syncs the header of the log, and checkpoints, but no commits.
    db.pragma(`synchronous = ${isLong ? "NORMAL" : "FULL"}`)
    // A checkpoint within the commit would stop at what others still read, and never reach its end.
    db.pragma(`wal_autocheckpoint = ${isLong ? 0 : maxWalPages}`)
    this.#isOurs = isLong
  }

  /** Ends the transaction; returns when a commit is on the disk. Yields what must be awaited. */
  *end(keep: boolean): Generator<Promise<void>, void> {
    const { transaction, listener } = this.#engine
    if (!transaction.isThere) throw transaction.loss
    if (!keep) {
      transaction.control("ROLLBACK")
      listener.undone()
      return
    }
    yield* this.#commit()
    if (this.#isOurs) this.#checkpoint()
    listener.committed()
  }

  /** Checkpoints as SQLite does after other commits. Never throws: a commit cannot be undone. */
  #checkpoint(): void {
    const { db, stop } = this.#engine
    try {
      const [size] = db.pragma("wal_checkpoint(NOOP)") as ReadonlyArray<Checkpointed>
      const pages = size?.log ?? 0
      if (pages >= maxWalPagesOfLongUnits) db.pragma("wal_checkpoint(PASSIVE)")
    } catch (error) {
      if (verdictOf(error) === "fatal") stop(reasonOf(error))
    }
  }

  close(): void {
    if (this.#log !== null) closeSync(this.#log)
    this.#log = null
  }

  *#commit(): Generator<Promise<void>, void> {
    const { transaction, pauses, listener, stop } = this.#engine
    const log = this.#isOurs ? this.#log : null
    const isHeld = log !== null && pauses.hold()
    try {
      transaction.control("COMMIT")
      if (log === null) return
      if (!isHeld) return this.#sync.now(log)
      listener.paused?.()
      let fault: unknown = null
      yield this.#sync.later(log).catch((error: unknown) => {
        fault = error
      })
      if (fault !== null) throw fault
    } catch (error) {
      if (verdictOfCommit(error) !== "fatal") throw error
      const reason = reasonOf(error)
      stop(reason)
      // A restart may find what was written to the log.
      throw new StorageUnavailable({ reason, isUnknown: true })
    } finally {
      if (isHeld) pauses.release()
    }
  }
}
