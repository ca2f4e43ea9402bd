import type { Statement } from "@outlay/sql-storage"
import type Database from "better-sqlite3"
import { Effect } from "effect"
import { connect } from "./connection.ts"
import { type Prepared, preparedOn } from "./ready-statement.ts"

/** Time after which a unit of work lets the event loop continue, in milliseconds. */
const sliceTime = 10

/**
 * Lets a long unit of work pause while its transaction stays open. Until it resumes, reads that do
 * not belong to it use a second connection, which sees the last commit.
 */
export class Pauses {
  readonly #db: Database.Database
  readonly #now: () => number
  /** Number of callers that need the transaction closed between turns of the event loop. */
  #forbidden = 0
  #sliceBegan = 0
  /** True if the unit has just been resumed: it does something before it pauses again. */
  #isResumed = false
  #resume: (() => void) | null = null
  #second: Database.Database | null = null
  /** Resolves when others read the last commit again, instead of the one before it. */
  #held: PromiseWithResolvers<void> | null = null
  readonly #prepared = new Map<object, Prepared<never, unknown>>()

  constructor(db: Database.Database, now: () => number) {
    this.#db = db
    this.#now = now
    // A database in memory has no second connection.
    if (db.memory || db.readonly) this.#forbidden = 1
  }

  /** True if a unit is paused, or its commit is not on the disk yet. */
  get isPaused(): boolean {
    return this.#resume !== null || this.#held !== null
  }

  /** To be called when the event loop enters a unit, or a group of them. */
  begin(): void {
    this.#sliceBegan = this.#now()
    this.#isResumed = false
  }

  /** Returns true if the unit has run for so long that it must pause. */
  isDue(): boolean {
    if (this.#isResumed) {
      this.#isResumed = false
      return false
    }
    return this.#forbidden === 0 && this.#now() - this.#sliceBegan > sliceTime
  }

  /** Suspends the running unit until `resume` is called. */
  readonly pause: Effect.Effect<void> = Effect.callback((resume) => {
    this.#resume = () => resume(Effect.void)
  })

  /** Runs the unit to its next pause or its end. */
  resume(): void {
    const resume = this.#resume
    this.#resume = null
    this.begin()
    this.#isResumed = true
    resume?.()
  }

  /**
   * Makes others read the current commit, regardless of later ones, until `release`. Returns false
   * if that is not possible.
   */
  hold(): boolean {
    if (this.#forbidden > 0) return false
    try {
      this.second.exec("begin")
      this.second.prepare("select 1 from sqlite_schema").get()
    } catch {
      // A read of several turns is using that connection.
      if (!this.second.inTransaction) return false
      this.second.exec("rollback")
      return false
    }
    this.#held = Promise.withResolvers()
    return true
  }

  release(): void {
    this.second.exec("commit")
    this.#held?.resolve()
    this.#held = null
  }

  /** Waits for `release`: reads of several turns would otherwise prolong what is held. */
  readonly isReleased: Effect.Effect<void> = Effect.suspend(() => {
    const held = this.#held
    if (held === null) return Effect.void
    return Effect.andThen(
      Effect.promise(() => held.promise),
      this.isReleased,
    )
  })

  /** Runs work that reads the connection in several turns, during which no unit pauses. */
  async without<A>(work: () => Promise<A>): Promise<A> {
    this.#forbidden++
    try {
      while (this.isPaused) await new Promise<void>((resolve) => setImmediate(resolve))
      return await work()
    } finally {
      this.#forbidden--
    }
  }

  /** Connection that reads the last commit while a unit is paused. */
  get second(): Database.Database {
    this.#second ??= connect(this.#db.name, { readonly: true, fileMustExist: true, timeout: 0 })
    return this.#second
  }

  /** Prepares a statement on that connection. */
  prepare<P, O>(statement: Statement<P, O>): Prepared<P, O> {
    const known = this.#prepared.get(statement)
    if (known !== undefined) return known as Prepared<P, O>
    const prepared = preparedOn(this.second, statement)
    this.#prepared.set(statement, prepared)
    return prepared
  }

  close(): void {
    this.#prepared.clear()
    this.#second?.close()
    this.#second = null
  }
}
